import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)
export type Version = readonly [major: number, minor: number]

/** Parses the first version number in a program's output: "Redis server v=7.0.15 …", "nats-server: v2.9.10". */
export function parseVersion(text: string): Version | undefined {
  const found = text.match(/(\d+)\.(\d+)(?:\.\d+)?/)
  return found ? [Number(found[1]), Number(found[2])] : undefined
}

export function isAtLeast([major, minor]: Version, [minMajor, minMinor]: Version): boolean {
  return major > minMajor || (major === minMajor && minor >= minMinor)
}

/** @param word the argument that makes the program print its version @returns that version, or undefined if it does not run */
export async function versionOf(command: string, env: NodeJS.ProcessEnv = process.env, word = '--version'): Promise<Version | undefined> {
  try {
    const { stdout, stderr } = await run(command, [word], {
      env,
      timeout: 10_000,
    })
    return parseVersion(`${stdout} ${stderr}`)
  } catch {
    return undefined
  }
}
