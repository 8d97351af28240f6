/** All breaks, by the part of the product. */
import { BREAKS as asvs } from './asvs.ts'
import { BREAKS as auth } from './auth.ts'
import { BREAKS as billing } from './billing.ts'
import type { Break } from './break.ts'
import { BREAKS as doorbell } from './doorbell.ts'
import { BREAKS as gateway } from './gateway.ts'
import { BREAKS as kit } from './kit.ts'
import { BREAKS as security } from './security.ts'
import { BREAKS as sfu } from './sfu.ts'
import { BREAKS as signaling } from './signaling.ts'
import { BREAKS as start } from './start.ts'
import { BREAKS as web } from './web.ts'

export const AREAS: Readonly<Record<string, readonly Break[]>> = {
  auth,
  billing,
  security,
  doorbell,
  signaling,
  sfu,
  gateway,
  kit,
  web,
  start,
  asvs,
}
