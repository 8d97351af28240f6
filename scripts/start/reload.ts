/** `npm run dev`: rebuilds the web and restarts the affected services when sources change. */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, type FSWatcher, watch } from 'node:fs'
import { join, sep } from 'node:path'
import { createInterface } from 'node:readline'

const SETTLE_MS = 200

export type Reload = { stop(): void }

/** The services that a changed file affects: its own, or all of them for shared code. */
export function affectedServices(path: string, services: readonly string[]): readonly string[] {
  const [folder, name] = path.split(sep)
  if (!/\.(ts|html|json)$/.test(path) || path.endsWith('.test.ts')) return []
  if (folder === 'proto' || (folder === 'services' && name === 'kit')) return services
  return folder === 'services' ? services.filter((service) => service === name) : []
}

/**
 * Watches proto/ and services/, and lets vite watch web/.
 * @param restart called with the services to restart, after a pause in the changes
 */
export function reloadOnChange(
  root: string,
  services: readonly string[],
  restart: (names: readonly string[]) => void,
  say: (line: string) => void,
): Reload {
  const changed = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  const watchers: FSWatcher[] = ['proto', 'services'].map((folder) =>
    watch(join(root, folder), { recursive: true }, (_event, file) => {
      for (const name of file ? affectedServices(join(folder, file), services) : []) changed.add(name)
      clearTimeout(timer)
      timer = setTimeout(() => {
        if (changed.size > 0) restart([...changed])
        changed.clear()
      }, SETTLE_MS)
    }),
  )
  const web = watchWeb(root, say)
  return {
    stop: () => {
      clearTimeout(timer)
      for (const watcher of watchers) watcher.close()
      web?.kill()
    },
  }
}

function watchWeb(root: string, say: (line: string) => void): ChildProcess | undefined {
  if (!existsSync(join(root, 'web', 'vite.config.ts'))) return undefined
  const args = [
    join(root, 'node_modules', 'vite', 'bin', 'vite.js'),
    'build',
    '--watch',
    '--config',
    'web/vite.config.ts',
    '--logLevel',
    'warn',
  ]
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_ENV: 'production' },
  })
  for (const stream of [child.stdout, child.stderr]) createInterface({ input: stream }).on('line', (line) => say(`[web] ${line}`))
  return child
}
