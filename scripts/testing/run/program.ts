/** Runs a test runner in the tree's root and reads the report it leaves. */
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { constants, setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from '#scripts/bootstrap/launch.mjs'
import type { Fits } from './within.ts'

/** Which part of a suite is run. */
export type Part = {
  /** Parts of the paths of the files to run; empty for all. */
  readonly paths: readonly string[]
  /** Whether tests with the tag `@all` run too. */
  readonly all: boolean
  /** Without it the run's time has no limit. */
  readonly fits?: Fits
}

type Options = {
  readonly env?: Readonly<Record<string, string>>
  /** Hides stdout, where Jest also writes its JSON; its output for people is on stderr. */
  readonly quiet?: 'stdout'
  /** Runs at a lower priority, so that it does not slow down what runs at the same time. */
  readonly background?: boolean
}

/** @returns the exit code; 1 for a signal */
export function runProgram(command: string, args: readonly string[], options: Options = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: ROOT,
      env: { ...process.env, ...options.env },
      stdio: ['ignore', options.quiet === 'stdout' ? 'ignore' : 'inherit', 'inherit'],
    })
    if (options.background && child.pid) setPriority(child.pid, constants.priority.PRIORITY_LOW)
    child.once('error', reject)
    child.once('exit', (code) => resolve(code ?? 1))
  })
}

/** Passes `work` the name of a report file and a function that reads it as JSON, which returns undefined if the runner wrote none. */
export async function withReport<T>(work: (file: string, read: <R>() => R | undefined) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'doorbell-report-'))
  const file = join(folder, 'report.json')
  try {
    return await work(file, () => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
