/** Handles paths that cannot be percent-decoded: a broken link shows the page of an unknown code instead of an error. */
import type { NextFunction, Request, Response } from 'express'

/** A path segment that no code, pass or page has. */
const UNUSED_NAME = '%00'
/** No path of ours has as many segments, and each that cannot be decoded costs an exception. */
const MOST_SEGMENTS = 8

function isReadable(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

/**
 * Replaces each undecodable path segment by one that nothing has, or the whole path where it has very many. For pages only; the API
 * answers `malformed`.
 */
export function replaceUndecodable(request: Request, _response: Response, next: NextFunction): void {
  const [path = ''] = request.url.split('?', 1)
  if (!isReadable(path)) {
    const parts = path.split('/', MOST_SEGMENTS + 1)
    const isUnknown = parts.length > MOST_SEGMENTS
    const named = isUnknown ? ['', UNUSED_NAME] : parts.map((part) => (isReadable(part) ? part : UNUSED_NAME))
    request.url = named.join('/') + request.url.slice(path.length)
  }
  next()
}
