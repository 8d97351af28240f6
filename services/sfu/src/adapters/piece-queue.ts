/** Sends the pieces of one recording one after the other, with retries while its owner does not answer. */
import { readFile, rm, stat } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { AppError } from '#kit/app-error.ts'
import type { Log } from '#kit/log.ts'
import type { RecordingEnd } from '#proto/entities.ts'
import type { ErrorCode } from '#proto/errors.ts'
import type { PieceFacts } from '#proto/recording.ts'
import type { RecordingOwner } from '../domain/recording.ts'

const RETRY_DELAYS_MS = [250, 500, 1_000, 2_000, 4_000, 8_000, 8_000]

/** A recording that is no longer there was deleted by its owner. */
const REASONS: Partial<Record<ErrorCode, RecordingEnd>> = { recording_full: 'storage_full', not_found: 'stopped_by_resident' }

type PieceQueueDeps = {
  readonly owner: RecordingOwner
  readonly upload: string
  readonly recordingId: string
  readonly log: Log
  /** The owner accepts no more, or there is nothing to send. */
  readonly refused: (reason: RecordingEnd) => void
  readonly count: (result: 'sent' | 'lost') => void
}

export class PieceQueue {
  readonly #deps: PieceQueueDeps
  #last: Promise<void> = Promise.resolve()
  #sentAt = performance.now()

  constructor(deps: PieceQueueDeps) {
    this.#deps = deps
  }

  /** An empty piece is not sent. ffmpeg leaves one when it is stopped immediately; any other empty piece means that it records nothing. */
  add(file: string, facts: PieceFacts, mayBeEmpty: boolean): void {
    this.#last = this.#last.then(async () => {
      const isEmpty = (await stat(file).catch(() => undefined))?.size === 0
      if (isEmpty && !mayBeEmpty) this.#refuse('failed', 'recording piece is empty')
      if (!isEmpty) this.#deps.count((await this.#try(facts, () => readFile(file))) ? 'sent' : 'lost')
      await rm(file, { force: true })
    })
  }

  /** Reports that the recording is in progress, if nothing has been sent for this long. */
  touch(afterMs: number): void {
    if (performance.now() - this.#sentAt < afterMs) return
    this.#sentAt = performance.now()
    this.#last = this.#last.then(async () => void (await this.#try(undefined, async () => Buffer.alloc(0), [])))
  }

  /** Resolves once everything is sent, or given up. */
  idle(): Promise<void> {
    return this.#last
  }

  #refuse(reason: RecordingEnd, what: string): void {
    this.#deps.log.info({ recordingId: this.#deps.recordingId, reason }, what)
    this.#deps.refused(reason)
  }

  /** Never throws. @returns whether the owner has it */
  async #try(facts: PieceFacts | undefined, read: () => Promise<Buffer>, delays = RETRY_DELAYS_MS): Promise<boolean> {
    const { owner, upload, recordingId, log } = this.#deps
    for (const delay of [...delays, undefined]) {
      try {
        await owner.putPiece(upload, facts, await read())
        this.#sentAt = performance.now()
        return true
      } catch (err) {
        if (err instanceof AppError && err.code !== 'unavailable') {
          this.#refuse(REASONS[err.code] ?? 'failed', 'recording piece refused')
          return false
        }
        log.warn({ err, recordingId }, delay === undefined ? 'recording piece lost' : 'recording piece not sent, retrying')
        if (delay === undefined) return false
        await pause(delay)
      }
    }
    return false
  }
}
