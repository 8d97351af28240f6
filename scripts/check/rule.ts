/** The rules of `npm run check`, and programs run as rules. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ROOT } from '#scripts/bootstrap/launch.mjs'
import type { Finding } from './source.ts'

/** `output` is a program's output; `note` is a measurement, or the reason why nothing was measured. */
export type Result = { readonly findings: readonly Finding[]; readonly output?: string; readonly note?: string }
export type Rule = {
  readonly name: string
  /** What to do if the rule fails. */
  readonly advice: string
  readonly run: () => Promise<Result>
}

/** @returns the path of a package's program in node_modules/.bin. */
export const bin = (name: string) => join(ROOT, 'node_modules', '.bin', name)

/** Runs a program in the repository's root; its output is used only if it failed. */
export function program(command: string, args: readonly string[]): Promise<{ readonly code: number; readonly output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    const add = (chunk: Buffer) => {
      output += chunk.toString()
    }
    child.stdout.on('data', add)
    child.stderr.on('data', add)
    child.on('error', reject)
    child.on('close', (code) => resolve({ code: code ?? 1, output: output.trim() }))
  })
}

/** A rule that is a program's exit code. */
export function programRule(name: string, advice: string, command: string, args: readonly string[]): Rule {
  return {
    name,
    advice,
    run: async () => {
      const { code, output } = await program(command, args)
      return code === 0 ? { findings: [] } : { findings: [{ file: '.', message: `${name} ended with ${code}` }], output }
    },
  }
}
