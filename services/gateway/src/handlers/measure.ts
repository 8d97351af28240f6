/** Whose fault it is that a body is too large, without keeping the body. */
import type { IncomingMessage } from 'node:http'

const TAIL = 40

/** Follows one text field of a JSON body that somebody else reads. @returns how many characters of it came by, escapes not undone */
export function measureField(field: string, request: IncomingMessage): () => number {
  // Inside a text a quotation mark has a backslash before it, so this stands at a key alone.
  const begins = new RegExp(`"${field}"\\s*:\\s*"`)
  let [state, length, tail]: ['before' | 'inside' | 'after', number, string] = ['before', 0, '']
  request.on('data', (chunk: Buffer) => {
    if (state === 'after') return
    let text = tail + chunk.toString('latin1')
    if (state === 'before') {
      const found = begins.exec(text)
      tail = found ? '' : text.slice(-TAIL)
      if (!found) return
      state = 'inside'
      text = text.slice(found.index + found[0].length)
    }
    const end = text.indexOf('"')
    length += end < 0 ? text.length : end
    if (end >= 0) state = 'after'
  })
  return () => length
}

/** Reads what still comes and forgets it, so that the sender hears the answer instead of a reset. @returns when it ended, or `max` bytes came */
export function drain(request: IncomingMessage, max: number): Promise<void> {
  return new Promise((resolve) => {
    let seen = 0
    request.on('data', (chunk: Buffer) => {
      seen += chunk.length
      if (seen > max) resolve()
    })
    for (const end of ['end', 'close'] as const) request.once(end, () => resolve())
    if (request.readableEnded || request.destroyed) resolve()
    request.resume()
  })
}
