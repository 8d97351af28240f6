/** Writes JSON with Node's own response. */
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { endResponse } from './end-response.ts'

export function writeJson(response: ServerResponse, status: number, body: unknown, headers: OutgoingHttpHeaders): void {
  writeText(response, status, JSON.stringify(body), headers)
}

/** @param text of JSON @param headers may name another Content-Type */
export function writeText(response: ServerResponse, status: number, text: string, headers: OutgoingHttpHeaders): void {
  response.statusCode = status
  response.setHeader('Content-Type', 'application/json; charset=utf-8')
  for (const [name, value] of Object.entries(headers)) if (value !== undefined) response.setHeader(name, value)
  // As a string Node writes it together with the head, which takes a third of the time.
  endResponse(response.req, response, text)
}
