/** A resident with several devices, whose visitors ring and leave, and who answers, dismisses or misses them. */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Resident } from '#scripts/testing/people.ts'
import type { Stack } from '#scripts/testing/stack.ts'
import { StormDevice } from './device.ts'
import { persist } from './persist.ts'
import type { StormVendor } from './vendor.ts'

/** The share of rings with each outcome; the rest is missed. */
const SHARES = { answered: 0.25, dismissed: 0.15, cancelled: 0.2 }
const REACTS_WITHIN_MS = 12_000
/** The share of its pushes that a device reports, by device. Every third household reports few of them, and gets mails. */
const REPORTS = [1, 0.9, 0.5, 0, 0.7] as const
const REPORTS_LITTLE = 0.05
const SILENT = 3

type Options = { readonly number: number; readonly draw: () => number }

export class Household {
  readonly #stack: Stack
  readonly #vendor: StormVendor
  readonly #options: Options
  #resident: Resident | undefined
  devices: readonly StormDevice[] = []
  /** Rings that were answered with 201. */
  placed = 0

  constructor(stack: Stack, vendor: StormVendor, options: Options) {
    this.#stack = stack
    this.#vendor = vendor
    this.#options = options
  }

  async open(devices: number): Promise<void> {
    const { number: ofHousehold, draw } = this.#options
    const resident = await this.#stack.resident()
    this.#resident = resident
    const userId = resident.user.id
    const isSilent = ofHousehold % SILENT === 0
    if (isSilent) await this.#wantMails(userId)
    this.devices = Array.from({ length: devices }, (_, number) => {
      const reports = isSilent ? REPORTS_LITTLE : (REPORTS[number % REPORTS.length] ?? 1)
      return new StormDevice(this.#stack, this.#vendor, { userId, person: resident, number, draw, reports })
    })
    for (const device of this.devices) await device.subscribe()
  }

  async #wantMails(userId: number): Promise<void> {
    await this.#stack.postgres('auth', 'UPDATE users SET email_verified_at = created_at WHERE id = $1', [userId])
    const resident = { userId, session: 'storm', device: 'storm' }
    await this.#stack.rpc('doorbell.change_preferences', { switches: { emailNotifications: true } }, { resident })
  }

  /** Places a ring and ends it, or leaves it to be missed. */
  async ring(): Promise<void> {
    const resident = this.#resident
    if (!resident) throw new Error('the household is not open')
    const { draw } = this.#options
    const visitor = this.#stack.visitor()
    const idempotencyKey = randomUUID()
    const ring = await persist(() => visitor.ring(resident, { visitorName: 'Ana Lima', message: 'A parcel', idempotencyKey }))
    if (!ring) throw new Error('a ring was refused')
    this.placed += 1
    const { id } = ring
    const drawn = draw()
    await pause(draw() * REACTS_WITHIN_MS)
    if (drawn < SHARES.answered) await persist(() => resident.call('doorbell.handle', { id, handledType: 'message' }))
    else if (drawn < SHARES.answered + SHARES.dismissed)
      await persist(() => resident.call('doorbell.handle', { id, handledType: 'dismissed' }))
    else if (drawn < SHARES.answered + SHARES.dismissed + SHARES.cancelled) await persist(() => visitor.call('doorbell.cancel', { id }))
    await visitor.leave()
  }
}
