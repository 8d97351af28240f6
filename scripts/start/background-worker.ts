/** Prepares in the background the programs that a service waits for: the media worker, and ffmpeg. */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { RotatingLog } from '../servers/rotating-log.ts'
import type { DataDir } from './data-dir.ts'
import { forwardLines } from './log-lines.ts'

export type Background = { readonly name: string; readonly pid: number | undefined; stop(): void }

export type Prepared = {
  readonly name: 'media-worker' | 'ffmpeg'
  /** The script that prepares it, relative to the root of the tree. */
  readonly script: string
  /** Where the prepared program will be. */
  readonly path: string
  /** The feature that is unavailable without it. */
  readonly lacking: string
}

export const MEDIA_WORKER = {
  name: 'media-worker',
  script: 'scripts/media-worker/main.ts',
  lacking: 'calls could not be prepared',
} as const satisfies Omit<Prepared, 'path'>
export const FFMPEG = {
  name: 'ffmpeg',
  script: 'scripts/start/prepare-ffmpeg.ts',
  lacking: 'recording is off',
} as const satisfies Omit<Prepared, 'path'>

/** Whether a line is a progress line, which the next one replaces. */
export const isUpdate = (line: string): boolean => line.startsWith('preparing calls, ')

/**
 * @param say receives messages for the user
 * @param prepared called when the program exists
 */
export function prepareInBackground(
  root: string,
  { name, script, path, lacking }: Prepared,
  dataDir: DataDir,
  say: (line: string) => void,
  prepared: () => void,
): Background {
  if (existsSync(path)) return { name, pid: undefined, stop: () => undefined }
  // Its own process group, so that compilers end with it. The closed pipe makes it end when this process is killed.
  const child: ChildProcess = spawn(process.execPath, [join(root, script)], {
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    detached: true,
    env: { ...process.env, LAUNCHER_FD: '3' },
  })
  const log = new RotatingLog(dataDir.folder('logs'), name)
  for (const stream of [child.stdout, child.stderr]) if (stream) forwardLines(stream, log, say)
  child.once('exit', (code) => {
    if (code === 0) prepared()
  })
  child.on('error', (error) => say(`${lacking}: ${error.message}`))
  return {
    name,
    pid: child.pid,
    stop: () => {
      if (child.pid && child.exitCode === null && child.signalCode === null) process.kill(-child.pid, 'SIGTERM')
    },
  }
}
