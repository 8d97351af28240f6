/** API tokens in the Authorization header (RFC 6750, 2.1), and nowhere else: not in a cookie, a query or a body. */
import type { IncomingHttpHeaders } from 'node:http'
import { API_TOKEN_PREFIX } from '#proto/api-tokens.ts'
import { comesFromUs, type Site } from './site.ts'

/**
 * Only tokens of ours: a proxy in front that signs people in may add a bearer token of its own to requests with our cookie, and those
 * go on as before.
 */
const BEARER = new RegExp(`^Bearer +(${API_TOKEN_PREFIX}\\S*)$`, 'i')
/** 256 bits in base64url; any other text is refused without asking auth. */
const FORM = new RegExp(`^${API_TOKEN_PREFIX}[\\w-]{43}$`)

type Headers = Pick<IncomingHttpHeaders, 'authorization'>

/** @returns the API token that a request carries, unverified and of any form */
export const apiTokenOf = ({ authorization }: Headers): string | undefined =>
  authorization === undefined ? undefined : BEARER.exec(authorization)?.[1]

export const mayBeApiToken = (token: string): boolean => FORM.test(token)

/**
 * Whether a request that changes something may go on: it comes from one of our pages, or carries an API token. No page of another site can
 * send one: a request with Authorization needs a preflight (Fetch, 4.9), which is never answered, and cookies beside it are refused.
 */
export const mayChange = (site: Site, headers: Parameters<typeof comesFromUs>[1] & Headers): boolean =>
  apiTokenOf(headers) !== undefined || comesFromUs(site, headers)
