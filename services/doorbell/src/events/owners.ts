/** Events of other services that doorbell keeps a fact from. Idempotent: a repeated or older one changes nothing. */
import type { EventArms } from '#kit/events.ts'
import { describeUserAgent } from '#kit/user-agent.ts'
import { type Doors, openDoor } from '../domain/doors.ts'
import { keepTier, type TierDeps } from '../domain/keep-tier.ts'
import { type NoticeDeps, notify } from '../domain/notifications.ts'

/** Repairs a registration whose call to open the door was lost, and says when a browser nobody knew has signed in. */
export const onAuth = (deps: NoticeDeps & { readonly doors: Doors }): EventArms<'auth'> => ({
  user_registered: async ({ data }) => {
    await openDoor(deps.doors, { userId: data.userId, qrCodeId: data.qrCodeId, label: undefined }, deps.clock.now())
  },
  login_succeeded: async ({ id, data }) => {
    if (data.deviceKnown) return
    const { device } = describeUserAgent(data.userAgent)
    const notice = { kind: 'device', name: device, title: 'New device signed in', message: `${device}.` } as const
    await notify(deps, 'system', { ownerId: data.userId, key: id, ...notice })
  },
})

export const onBilling = (deps: TierDeps): EventArms<'billing'> => ({
  subscription_changed: ({ id, data }) => keepTier(deps, { eventId: id, ...data }),
})
