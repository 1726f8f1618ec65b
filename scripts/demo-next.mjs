// Last words of `npm run demo`.
console.log(`
Try next, from this folder:
  node dist/cli/main.js report --config examples/handbook/ragstone.yaml --language en
  node dist/cli/main.js report --config examples/handbook/judged.yaml --language en     (the judged part)
  node dist/cli/main.js lint --config examples/handbook/ragstone.yaml
  node dist/cli/main.js init --python my-project     (your own system: fill in one function of rag.py)`)
