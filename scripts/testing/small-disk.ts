/** A file system of a few megabytes, which a test fills up and frees again (Linux, root: tmpfs). */
import { execFileSync } from 'node:child_process'
import { appendFileSync, chmodSync, mkdtempSync, rmdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type SmallDisk = {
  readonly dir: string
  /** Writes until nothing more can be written. */
  fill(): void
  /** Takes back what `fill` has written. */
  free(): void
  /** Unmounts it, whatever is still open there. */
  close(): void
}

/** @returns undefined where this process may mount nothing */
export function openSmallDisk(megabytes: number): SmallDisk | undefined {
  const dir = mkdtempSync(join(tmpdir(), 'doorbell-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', dir], { stdio: 'ignore' })
  } catch {
    rmdirSync(dir)
    return undefined
  }
  chmodSync(dir, 0o755)
  const filler = join(dir, 'filler')
  return {
    dir,
    fill: () => {
      for (let size = 1 << 20; size > 0; size >>= 1) appendWhilePossible(filler, Buffer.alloc(size))
    },
    free: () => rmSync(filler, { force: true }),
    close: () => {
      execFileSync('umount', ['-l', dir])
      rmdirSync(dir)
    },
  }
}

function appendWhilePossible(file: string, bytes: Buffer): void {
  try {
    for (;;) appendFileSync(file, bytes)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  }
}
