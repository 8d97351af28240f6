/**
 * A link to a door as people and programs pass it on: with a full stop, a bracket or a space behind it, a session id of an old server, a
 * slash too many. The code in it is whole, so the visitor is led to the door and not told that it is no longer active.
 */

/** No other path leads to a visitor's page, however it is written. */
export const VISITOR_PATH = /^\/+visitor(?=\/|$)/i
/** What stands before the code takes slashes too: a second repetition of them beside it would take quadratic time. */
const DOOR = /^\/+visitor\/(?:%[\da-f]{2}|[^\da-z%])*(?<code>[\da-z]{20})(?![\da-z])/i
/** Links of invites and passes, by mail: what follows is no part of a token, whose letters are those of base64url. */
const TOKEN = /^\/+visitor\/+(?<kind>invite|pass)\/+(?<token>[\w-]{30,100})(?<rest>[^\w-].*)?$/i
/** Behind a pass. */
const CALENDAR = '/visit.ics'

function cleanPath(path: string): string | undefined {
  const { kind, token, rest } = TOKEN.exec(path)?.groups ?? {}
  if (kind && token) return `/visitor/${kind.toLowerCase()}/${token}${rest === CALENDAR ? CALENDAR : ''}`
  const { code } = DOOR.exec(path)?.groups ?? {}
  return code && `/visitor/${code}`
}

/**
 * @param url as it was asked for, encoded
 * @returns where to lead the browser instead; undefined where the path is clean, or no link of ours
 */
export function cleanVisitorLink(url: string): string | undefined {
  const [path = ''] = url.split('?', 1)
  const clean = cleanPath(path)
  // One slash at the end is served as it is, and so is `/VISITOR/…`.
  if (!clean || path.replace(/\/$/, '').replace(/^\/visitor(?=\/)/i, '/visitor') === clean) return undefined
  return clean + url.slice(path.length)
}
