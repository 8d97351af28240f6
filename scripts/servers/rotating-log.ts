/** A log file of limited size: whole lines, three files of 10 MB at most. */
import { closeSync, openSync, renameSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'

const FILE_BYTES = 10_000_000
const KEPT_FILES = 3

/**
 * Writes `<folder>/<name>.log`, then `.log.1` and `.log.2`, the oldest. Writes are synchronous: a written line is in the file however this
 * process ends, and rotation happens between two lines. The file stays open until this process ends.
 */
export class RotatingLog {
  readonly #file: string
  readonly #fileBytes: number
  #fd: number
  #bytes: number

  constructor(folder: string, name: string, fileBytes = FILE_BYTES) {
    this.#file = join(folder, `${name}.log`)
    this.#fileBytes = fileBytes
    this.#fd = openSync(this.#file, 'a', 0o600)
    this.#bytes = statSync(this.#file).size
  }

  write(line: string): void {
    const bytes = Buffer.from(`${line}\n`)
    try {
      if (this.#bytes > 0 && this.#bytes + bytes.length > this.#fileBytes) this.#rotate()
      this.#bytes += writeSync(this.#fd, bytes)
    } catch {
      // A full disk must not end the supervisor; the terminal still shows errors.
    }
  }

  #rotate(): void {
    for (let age = KEPT_FILES - 1; age > 0; age -= 1) {
      const younger = age === 1 ? this.#file : `${this.#file}.${age - 1}`
      if (statSync(younger, { throwIfNoEntry: false })) renameSync(younger, `${this.#file}.${age}`)
    }
    const fd = openSync(this.#file, 'a', 0o600)
    closeSync(this.#fd)
    this.#fd = fd
    this.#bytes = 0
  }
}
