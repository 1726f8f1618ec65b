// Size of the package installed into an empty folder without optional packages.
// usage: node bench/size.mjs
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'ragstone-size-'))
const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
try {
  const [packed] = JSON.parse(
    execFileSync(npm, ['pack', '--json', '--pack-destination', folder], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).replace(/^[^[]*/, ''),
  )
  writeFileSync(join(folder, 'package.json'), '{"private":true}')
  execFileSync(npm, ['install', '--omit=optional', '--no-audit', '--no-fund', join(folder, packed.filename)], {
    cwd: folder,
    stdio: 'ignore',
  })
  const modules = join(folder, 'node_modules')
  let bytes = 0
  let packages = 0
  for (const entry of readdirSync(modules, { recursive: true, encoding: 'utf8' })) {
    const stat = statSync(join(modules, entry))
    if (!stat.isFile()) continue
    bytes += stat.size
    const depth = entry.split(/[\\/]/)
    const name = depth.at(-1) === 'package.json' ? depth.slice(0, -1) : []
    if (name.length === 1 || (name.length === 2 && name[0]?.startsWith('@'))) packages += 1
  }
  console.log(
    `package ${(packed.size / 1e6).toFixed(2)} MB packed; installed ${(bytes / 1e6).toFixed(1)} MB, ${packages} packages (marks: 120 MB, 120 packages)`,
  )
} finally {
  rmSync(folder, { recursive: true, force: true })
}
