/** Events of other services that doorbell keeps a fact from. Idempotent: a repeated or older one changes nothing. */
import type { EventArms } from '#kit/events.ts'
import { describeUserAgent } from '#kit/user-agent.ts'
import type { Tier } from '#proto/entities.ts'
import { type Doors, openDoor } from '../domain/doors.ts'
import { type NoticeDeps, notify } from '../domain/notifications.ts'
import type { Owners } from '../domain/ports.ts'

const PLANS: Record<Tier, string> = { free: 'You are on the Free plan.', premium: 'You are on the Premium plan.' }

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

export const onBilling = (deps: NoticeDeps & { readonly owners: Owners }): EventArms<'billing'> => ({
  subscription_changed: async ({ id, data }) => {
    if (!(await deps.owners.setTier(data.userId, data.tier, data.version, deps.clock.now()))) return
    const notice = { kind: 'plan', name: data.tier, title: 'Your plan has changed', message: PLANS[data.tier] } as const
    await notify(deps, 'system', { ownerId: data.userId, key: id, ...notice })
  },
})
