/** JSON in and out, with nothing but Node's own request and response. */
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { Refusal } from '#kit/refusal.ts'

const utf8 = new TextDecoder()

export function writeJson(response: ServerResponse, status: number, body: unknown, headers: OutgoingHttpHeaders): void {
  const text = Buffer.from(JSON.stringify(body))
  response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': text.length, ...headers }).end(text)
}

/** Reads a body whose length was declared, and checked against its limit, before. @throws Refusal malformed */
export function readJson(request: IncomingMessage): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const malformed = () => reject(new Refusal('malformed'))
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      try {
        resolve(JSON.parse(utf8.decode(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks))))
      } catch {
        malformed()
      }
    })
    request.on('error', malformed)
  })
}
