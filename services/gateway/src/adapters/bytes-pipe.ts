import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Agent, request as httpRequest } from 'undici'
import { AppError } from '#kit/app-error.ts'
import type { Bus } from '#kit/bus.ts'
import { bytesError, CALLER_HEADER, signBytesRequest } from '#kit/bytes.ts'
import type { Clock } from '#kit/clock.ts'
import type { SigningKeys } from '#kit/signing-keys.ts'
import type { Caller } from '#proto/envelope.ts'
import { ownerOf } from '#proto/operation.ts'
import type { BytesOwner, OperationName } from '#proto/operations/index.ts'
import { subjects } from '#proto/subjects.ts'
import type { BytesPipe } from '../domain/ports.ts'

const PASSED_BACK = ['content-type', 'content-length', 'cache-control', 'etag', 'last-modified', 'content-disposition']

/** Each owner has a key of its own, so that none can act for the gateway towards another. */
type Keys = Readonly<Record<BytesOwner, SigningKeys>>

export function createBytesPipe({ bus, keys, clock }: { bus: Bus; keys: Keys; clock: Clock }): BytesPipe {
  const agent = new Agent({ connect: { timeout: 1_000 }, headersTimeout: 15_000, bodyTimeout: 30_000 })
  const where = async (service: BytesOwner) => {
    const message = await bus.connection.request(subjects.bytes(service), '', { timeout: 2_000 }).catch(() => {
      throw new AppError('unavailable')
    })
    return message.json<{ url: string }>().url
  }
  const open = async (
    operation: OperationName,
    input: unknown,
    caller: Caller,
    method: 'GET' | 'PUT',
    body: Readable | Buffer | null,
    headers: Record<string, string>,
  ) => {
    const owner = ownerOf(operation) as BytesOwner
    const url = await where(owner)
    const answer = await httpRequest(`${url}/bytes/${operation}`, {
      method,
      body,
      dispatcher: agent,
      headers: { ...headers, [CALLER_HEADER]: signBytesRequest(keys[owner], operation, input, caller, clock.now()) },
    }).catch((error: unknown) => {
      // Errors of the body stream are passed on; any other error means that the owner is unreachable.
      throw error instanceof AppError ? error : new AppError('unavailable')
    })
    if (answer.statusCode >= 400) throw bytesError(await answer.body.json().catch(() => undefined), answer.headers['retry-after'])
    return answer
  }
  return {
    async send(operation, input, caller, body, headers) {
      const type = headers['content-type']
      const answer = await open(operation, input, caller, 'PUT', body, { ...(type ? { 'content-type': type } : {}) })
      await answer.body.dump()
    },
    async fetch(operation, input, caller, request, response) {
      const etag = request.headers['if-none-match']
      const answer = await open(operation, input, caller, 'GET', null, etag ? { 'if-none-match': etag } : {})
      response.statusCode = answer.statusCode
      for (const header of PASSED_BACK) {
        const value = answer.headers[header]
        if (value !== undefined) response.setHeader(header, value)
      }
      await pipeline(Readable.from(answer.body), response)
    },
  }
}
