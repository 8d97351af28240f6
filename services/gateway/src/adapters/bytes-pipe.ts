import { Readable } from 'node:stream'
import { Agent, request as httpRequest } from 'undici'
import { AppError } from '#kit/app-error.ts'
import type { Bus } from '#kit/bus.ts'
import { bytesError, bytesUrl, CALLER_HEADER, signBytesRequest } from '#kit/bytes.ts'
import type { Clock } from '#kit/clock.ts'
import { sendStream } from '#kit/send-stream.ts'
import type { SigningKeys } from '#kit/signing-keys.ts'
import type { Caller } from '#proto/envelope.ts'
import { ownerOf } from '#proto/operation.ts'
import type { BytesOwner, OperationName } from '#proto/operations/index.ts'
import type { BytesPipe } from '../domain/ports.ts'

const PASSED_BACK = [
  'content-type',
  'content-length',
  'content-range',
  'accept-ranges',
  'cache-control',
  'etag',
  'last-modified',
  'content-disposition',
]
const PASSED_ON = ['if-none-match', 'range']

/** Each owner has a key of its own, so that none can sign as the gateway for another. */
type Keys = Readonly<Record<BytesOwner, SigningKeys>>

export function createBytesPipe({ bus, keys, clock }: { bus: Bus; keys: Keys; clock: Clock }): BytesPipe {
  const agent = new Agent({ connect: { timeout: 1_000 }, headersTimeout: 15_000, bodyTimeout: 30_000 })
  const open = async (
    operation: OperationName,
    input: unknown,
    caller: Caller,
    method: 'GET' | 'PUT',
    body: Readable | Buffer | null,
    headers: Record<string, string>,
  ) => {
    const owner = ownerOf(operation) as BytesOwner
    const url = await bytesUrl(bus, owner)
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
      const headers = Object.fromEntries(
        PASSED_ON.flatMap((name) => (typeof request.headers[name] === 'string' ? [[name, request.headers[name]]] : [])),
      )
      const answer = await open(operation, input, caller, 'GET', null, headers)
      response.statusCode = answer.statusCode
      for (const header of PASSED_BACK) {
        const value = answer.headers[header]
        if (value !== undefined) response.setHeader(header, value)
      }
      await sendStream(Readable.from(answer.body), response)
    },
  }
}
