/** Addresses that cannot be decoded: a person who follows a broken link reads a page, as for any other code that nobody has. */
import type { NextFunction, Request, Response } from 'express'

/** What no code, pass or page is called. */
const NOBODY = '%00'

function isReadable(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

/** Puts an address that nothing has in the place of each part that cannot be decoded; for pages, the API says `malformed`. */
export function readAddress(request: Request, _response: Response, next: NextFunction): void {
  const [path = '', ...query] = request.url.split('?')
  if (!isReadable(path)) {
    const parts = path.split('/').map((part) => (isReadable(part) ? part : NOBODY))
    request.url = [parts.join('/'), ...query].join('?')
  }
  next()
}
