/**
 * Time-limited TURN credentials: draft-uberti-behave-turn-rest-00, section 2.2, which coturn checks with `use-auth-secret` and the same
 * `static-auth-secret`. The server keeps no users, and a credential that leaks soon stops opening allocations.
 */
import { createHmac } from 'node:crypto'
import type { MediaReply } from '#proto/frames/media.ts'

/**
 * Milliseconds. Longer than any realistic call: a page may open an allocation late in its call, with the credentials of its join, and the
 * clocks of the two servers may differ. Each join and each ICE restart gets new ones.
 */
export const TURN_LIFETIME = 4 * 3_600_000

export type TurnServers = { readonly urls: readonly string[]; readonly secret: string }
type IceServer = MediaReply<'join'>['iceServers'][number]

/** @param expires from then on the server answers 401 to a new allocation */
export function turnServer({ urls, secret }: TurnServers, activityId: number, expires: Date): Required<IceServer> {
  const username = `${Math.floor(expires.getTime() / 1000)}:${activityId}`
  return { urls: [...urls], username, credential: createHmac('sha1', secret).update(username).digest('base64') }
}
