/** Sends pieces to doorbell over HTTP, because NATS carries no bytes (record 0008). */
import { Agent, request } from 'undici'
import { AppError } from '#kit/app-error.ts'
import type { Bus } from '#kit/bus.ts'
import { bytesError, bytesUrl, CALLER_HEADER } from '#kit/bytes.ts'
import type { RecordingOwner } from '../domain/recording.ts'

const MATROSKA = 'video/x-matroska'

export function createRecordingOwner(bus: Bus): RecordingOwner {
  const dispatcher = new Agent({ connect: { timeout: 1_000 }, headersTimeout: 15_000 })
  return {
    putPiece: async (upload, facts, bytes) => {
      const headers = { [CALLER_HEADER]: upload, 'content-type': MATROSKA, ...(facts && { 'x-piece': JSON.stringify(facts) }) }
      const url = `${await bytesUrl(bus, 'doorbell')}/bytes/doorbell.put_piece`
      const answer = await request(url, { method: 'PUT', body: bytes, headers, dispatcher }).catch(() => {
        throw new AppError('unavailable')
      })
      if (answer.statusCode >= 400) throw bytesError(await answer.body.json().catch(() => undefined), undefined)
      await answer.body.dump()
    },
    close: async (recordingId, endedAt, reason) => {
      await bus.call('doorbell.close_recording', { recordingId, endedAt: endedAt.toISOString(), reason })
    },
  }
}
