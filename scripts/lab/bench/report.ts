import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { ROOT } from '#scripts/bootstrap/launch.mjs'

/** Stores a run's numbers with the machine they were measured on: bench-results/<name>.json, which docs/performance.md quotes. */
export function saveReport(name: string, results: unknown): void {
  const folder = join(ROOT, 'bench-results')
  mkdirSync(folder, { recursive: true })
  const asked = spawnSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: ROOT, encoding: 'utf8' })
  const commit = asked.status === 0 ? asked.stdout.trim() : 'unknown'
  const machine = { node: process.version, cores: cpus().length, model: cpus()[0]?.model ?? 'unknown', platform: process.platform }
  const file = join(folder, `${name}.json`)
  writeFileSync(file, `${JSON.stringify({ at: new Date().toISOString(), commit, machine, results }, undefined, 2)}\n`)
  console.log(`saved ${file}`)
}
