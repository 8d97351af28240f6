import { spawnSync } from 'node:child_process'

/** A worker without its environment exits with 41 (mediasoup's main.cpp); mediasoup's own installer checks the same. */
const RUN_BY_HAND = 41

/** True when the binary exists and runs on this machine: right processor, right libraries. */
export function workerRuns(path: string): boolean {
  return (
    spawnSync(path, [], { env: { LD_LIBRARY_PATH: process.env.LD_LIBRARY_PATH }, stdio: 'ignore', timeout: 10_000 }).status === RUN_BY_HAND
  )
}
