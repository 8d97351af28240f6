/** Links to a ring's photo for receivers of webhooks, which have no session: signed, and valid for an hour (record 0083). */
import { z } from 'zod'
import type { SigningKeys } from '#kit/signing-keys.ts'
import { signToken, verifyToken } from '#kit/tokens.ts'
import { WEBHOOKS } from '#proto/limits.ts'

const Claims = z.object({ use: z.literal('photo-link'), activityId: z.int() })

/** The path of the link. */
export function photoLink(keys: SigningKeys, activityId: number, now: Date): string {
  const claims: z.input<typeof Claims> = { use: 'photo-link', activityId }
  return `/api/photos/${signToken(keys, claims, WEBHOOKS.photoLinkFor / 1_000, now)}`
}

/** @returns the ring whose photo it is; undefined for a forged or expired link */
export const readPhotoLink = (keys: SigningKeys, token: string, now: Date): number | undefined =>
  verifyToken(keys, Claims, token, now)?.activityId
