import { readdirSync, readFileSync } from 'node:fs'

/**
 * @typedef {object} Chunk
 * @property {string} id        file name and number within the file, the same under every index
 * @property {string} source    file name
 * @property {string} titles    document and section title
 * @property {'text' | 'table'} kind   a figure's caption counts as a table
 * @property {string} text
 * @property {string} caption   what a table is about; empty for text
 * @property {string[]} sentences   units that an answer may quote; a table's are its rows
 */

/** All chunks of a folder of Markdown files: one for each paragraph, table and caption. */
export function readFolder(folder) {
  const files = readdirSync(folder).filter((name) => name.endsWith('.md'))
  return files.sort().flatMap((name) => readDocument(name, readFileSync(new URL(name, folder), 'utf8')))
}

function readDocument(source, markdown) {
  const chunks = []
  let title = ''
  let section = ''
  let caption = ''
  const blocks = markdown.split(/(?:\r?\n){2,}/).map((block) => block.trim())
  for (const block of blocks.filter((one) => one !== '')) {
    if (block.startsWith('# ')) title = block.slice(2)
    else if (block.startsWith('## ')) section = block.slice(3)
    else if (/^表 \d+/.test(block)) caption = block.replace(/^表 \d+\s*/, '')
    else {
      const content = block.startsWith('|') ? readTable(block, caption) : readProse(block)
      chunks.push({ id: `${source}#${chunks.length + 1}`, source, titles: `${title} ${section}`, ...content })
      caption = ''
    }
  }
  return chunks
}

function readProse(block) {
  const kind = /^圖 \d+/.test(block) ? 'table' : 'text'
  return { kind, text: block, caption: '', sentences: block.match(/[^。！？]+[。！？]?/g) ?? [] }
}

function readTable(block, caption) {
  const [header, , ...rows] = block.split('\n').map(readCells)
  const sentences = rows.map((row) => `${row.map((cell, column) => `${header[column]} ${cell}`).join('，')}。`)
  return { kind: 'table', text: [caption, ...sentences].join('\n'), caption, sentences }
}

function readCells(line) {
  const cells = line.split('|').slice(1, -1)
  return cells.map((cell) => cell.trim())
}
