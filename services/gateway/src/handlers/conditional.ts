/** Conditional answers (RFC 9110, 13.1.2): a list that is polled is sent again only when it has changed. The query is made all the same. */
import { createHash } from 'node:crypto'
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { writeText } from './json.ts'

/** Weak: the same data may be written in another order by another release. */
const etagOf = (text: string, next: string) => `W/"${createHash('sha256').update(next).update(text).digest('base64url').slice(0, 22)}"`

/** No client sends more of them. */
const MAX_HEADER = 500

const names = (header: string, etag: string) =>
  header === '*' ||
  header
    .slice(0, MAX_HEADER)
    .split(',')
    .some((one) => one.trim().replace(/^W\//, '') === etag.slice(2))

/** Sends the output with its ETag, or 304 where the request names it. */
export function writeConditional(request: IncomingMessage, response: ServerResponse, output: unknown, headers: OutgoingHttpHeaders): void {
  const text = JSON.stringify(output)
  const etag = etagOf(text, String(headers.Link ?? ''))
  const known = request.headers['if-none-match']
  if (known !== undefined && names(known, etag)) {
    response.writeHead(304, { ...headers, ETag: etag }).end()
    return
  }
  writeText(response, 200, text, { ...headers, ETag: etag })
}
