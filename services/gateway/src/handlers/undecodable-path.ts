/** Handles paths that cannot be percent-decoded: a broken link shows the page of an unknown code instead of an error. */
import type { NextFunction, Request, Response } from 'express'

/** A path segment that no code, pass or page has. */
const UNUSED_NAME = '%00'

function isReadable(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

/** Replaces each undecodable path segment by one that nothing has. For pages only; the API answers `malformed`. */
export function replaceUndecodable(request: Request, _response: Response, next: NextFunction): void {
  const [path = '', ...query] = request.url.split('?')
  if (!isReadable(path)) {
    const parts = path.split('/').map((part) => (isReadable(part) ? part : UNUSED_NAME))
    request.url = [parts.join('/'), ...query].join('?')
  }
  next()
}
