/** Handles paths that cannot be percent-decoded: a broken link shows the page of an unknown code instead of an error. */
import type { NextFunction, Request, Response } from 'express'
import { withoutStacks } from '#kit/without-stacks.ts'

/** A path segment that no code, pass or page has. */
const UNUSED_NAME = '%00'

/** A percent sign without its two digits; found without an exception. */
const BROKEN = /%(?![\da-f]{2})/i

function isReadable(text: string): boolean {
  if (!text.includes('%')) return true
  if (BROKEN.test(text)) return false
  try {
    // Decoding throws for any sender's malformed path.
    withoutStacks(() => decodeURIComponent(text))
    return true
  } catch {
    return false
  }
}

/** Replaces each undecodable path segment by one that no code has. For pages only; the API answers `malformed`. */
export function replaceUndecodable(request: Request, _response: Response, next: NextFunction): void {
  const [path = ''] = request.url.split('?', 1)
  if (!isReadable(path)) {
    const named = path.split('/').map((part) => (isReadable(part) ? part : UNUSED_NAME))
    request.url = named.join('/') + request.url.slice(path.length)
  }
  next()
}
