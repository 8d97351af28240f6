/** The header `Stripe-Signature`: `t=<seconds>,v1=<HMAC-SHA-256>`, one signature for each of the endpoint's secrets. */

/** The maximum age of a signature, in seconds: a recorded event cannot be sent again later. */
export const SIGNATURE_LIFE = 300
/** Longer than any of Stripe's. */
const LONGEST = 1_000

/** @returns whether the signature may be right, as far as the header shows before the body is read */
export function mayBeSigned(header: string, now: Date): boolean {
  if (header.length > LONGEST) return false
  const parts = header.split(',')
  const at = parts.map((part) => /^t=(\d{1,12})$/.exec(part)?.[1]).find((seconds) => seconds !== undefined)
  const isFresh = at !== undefined && Math.floor(now.getTime() / 1000) - Number(at) <= SIGNATURE_LIFE
  return isFresh && parts.some((part) => /^v1=[\da-f]{64}$/.test(part))
}
