/** Prepares the media worker in the background; the sfu waits for the file. */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { RotatingLog } from '../servers/rotating-log.ts'
import type { DataDir } from './data-dir.ts'
import { forwardLines } from './log-lines.ts'

export type Background = { readonly pid: number | undefined; stop(): void }

/**
 * @param path where the worker will appear
 * @param say receives messages for the user
 * @param prepared called when it exists
 */
export function prepareInBackground(
  root: string,
  path: string,
  dataDir: DataDir,
  say: (line: string) => void,
  prepared: () => void,
): Background {
  if (existsSync(path)) return { pid: undefined, stop: () => undefined }
  // Its own process group, so that compilers end with it. The pipe ends it when we are killed.
  const child: ChildProcess = spawn(process.execPath, [join(root, 'scripts', 'media-worker', 'main.ts')], {
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    detached: true,
    env: { ...process.env, LAUNCHER_FD: '3' },
  })
  const log = new RotatingLog(dataDir.folder('logs'), 'media-worker')
  for (const stream of [child.stdout, child.stderr]) if (stream) forwardLines(stream, log, say)
  child.once('exit', (code) => {
    if (code === 0) prepared()
  })
  child.on('error', (error) => say(`calls could not be prepared: ${error.message}`))
  return {
    pid: child.pid,
    stop: () => {
      if (child.pid && child.exitCode === null && child.signalCode === null) process.kill(-child.pid, 'SIGTERM')
    },
  }
}
