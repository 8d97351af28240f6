import { z } from 'zod'

const MALFORMED =
  'must be the address alone, such as https://bell.example.org: http or https, without path, query, fragment, user or password'

/**
 * PUBLIC_URL, as an origin. The product's pages are at the root of a host, and signs are printed with this address: one with a path, which
 * half of the links would lose, is refused at the start.
 */
export const PublicUrl = z.string().transform((text, context): string => {
  const url = URL.parse(text)
  if (url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`) return url.origin
  context.addIssue({ code: 'custom', message: MALFORMED })
  return z.NEVER
})
