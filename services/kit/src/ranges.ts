/** Bytes of a file over HTTP, whole or in part (RFC 9110, 14). */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { AppError } from './app-error.ts'
import type { FilePart, OpenFile } from './files.ts'
import { sendStream } from './send-stream.ts'

/**
 * @returns undefined for the whole file: no range, an unreadable one, or several
 * @throws AppError range_invalid for a range that begins after the end
 */
export function parseRange(header: string | undefined, size: number): FilePart | undefined {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? []
  if (first === '' && last === '') return undefined
  if (first === '') {
    const from = Math.max(0, size - Number(last))
    if (from >= size) throw new AppError('range_invalid')
    return { from, to: size - 1 }
  }
  const [from, to] = [Number(first), last === '' ? size - 1 : Math.min(Number(last), size - 1)]
  if (last !== '' && Number(last) < from) return undefined
  if (from >= size) throw new AppError('range_invalid')
  return { from, to }
}

type Sent = {
  readonly size: number
  /** @returns undefined when there is no such file */
  readonly open: (part?: FilePart) => Promise<OpenFile | undefined>
  readonly headers: Readonly<Record<string, string>>
}

/** Answers 200 with the file, or 206 with the part in `Range`. @throws AppError not_found, range_invalid */
export async function sendFile(request: IncomingMessage, response: ServerResponse, { size, open, headers }: Sent): Promise<void> {
  const part = parseRange(request.headers.range, size)
  const file = await open(part)
  if (!file) throw new AppError('not_found')
  response.writeHead(part ? 206 : 200, {
    ...headers,
    'accept-ranges': 'bytes',
    'content-length': part ? part.to - part.from + 1 : size,
    ...(part && { 'content-range': `bytes ${part.from}-${part.to}/${size}` }),
  })
  await sendStream(file.stream, response)
}
