import type { ServiceContext } from '#kit/service-context.ts'
import type { SigningKeys } from '#kit/signing-keys.ts'
import type { Core } from '../core/index.ts'
import type { RingFeature } from '../rings/index.ts'
import { contactHandlers } from './contacts.handlers.ts'
import { createContacts } from './contacts.store.ts'
import { createInvites, deleteExpiredInvites } from './invites.store.ts'

const DEFAULT_PUBLIC_URL = 'http://localhost:5000'

type Config = {
  readonly PUBLIC_URL?: string | undefined
  readonly RING_LIFE_MS: number
  readonly VISITOR_TOKEN_KEY: SigningKeys
}

/** A resident's contacts, and the invites that start a call with them. */
export function contacts(
  { config, clock, log }: ServiceContext<Config>,
  { pool, db, live, outbox, billing }: Core,
  { access: { rings }, viewOf }: RingFeature,
) {
  const { PUBLIC_URL: publicUrl = DEFAULT_PUBLIC_URL, RING_LIFE_MS: ringLifeMs, VISITOR_TOKEN_KEY: visitorTokenKeys } = config
  return {
    handlers: contactHandlers({
      ...{ contacts: createContacts(pool, db), invites: createInvites(pool), rings },
      ...{ live, clock, log, outbox, billing, ringLifeMs, publicUrl, viewOf, visitorTokenKeys },
    }),
    deleteExpiredInvites: (before: Date) => deleteExpiredInvites(db, before),
  }
}
export type ContactFeature = ReturnType<typeof contacts>
