/**
 * A link to a door as people and programs copy it: followed by a full stop, a bracket or a space, by a session id of an old server, or with
 * a slash too many. Its code is complete, so the visitor is redirected to the door instead of the message that it is no longer active.
 */

/** No other path leads to a visitor's page, however it is written. */
export const VISITOR_PATH = /^\/+visitor(?=\/|$)/i
/** The part before the code matches slashes too: a second repetition of them beside it would take quadratic time. */
const DOOR = /^\/+visitor\/(?:%[\da-f]{2}|[^\da-z%])*(?<code>[\da-z]{20})(?![\da-z])/i
/** Links of invites and passes, from mails: what follows is no part of a token, which is base64url. */
const TOKEN = /^\/+visitor\/+(?<kind>invite|pass)\/+(?<token>[\w-]{30,100})(?<rest>[^\w-].*)?$/i
/** The parts that may follow a pass. */
const CALENDAR = '/visit.ics'

function cleanPath(path: string): string | undefined {
  const { kind, token, rest } = TOKEN.exec(path)?.groups ?? {}
  if (kind && token) return `/visitor/${kind.toLowerCase()}/${token}${rest === CALENDAR ? CALENDAR : ''}`
  const { code } = DOOR.exec(path)?.groups ?? {}
  return code && `/visitor/${code}`
}

/**
 * @param url as requested, encoded
 * @returns where to redirect the browser; undefined where the path is clean, or no link of ours
 */
export function cleanVisitorLink(url: string): string | undefined {
  const [path = ''] = url.split('?', 1)
  const clean = cleanPath(path)
  // One slash at the end is served as it is, and so is `/VISITOR/…`.
  if (!clean || path.replace(/\/$/, '').replace(/^\/visitor(?=\/)/i, '/visitor') === clean) return undefined
  return clean + url.slice(path.length)
}
