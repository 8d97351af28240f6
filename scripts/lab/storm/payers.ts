/** People who pay, cancel and fail at random: at the local Stripe's pages and by billing's operations, several concurrently. */
import { AppError } from '#kit/app-error.ts'
import { PASSWORD } from '#scripts/testing/people.ts'
import type { Stack } from '#scripts/testing/stack.ts'
import { sdkOf } from '#scripts/testing/stripe/client.ts'
import { pressButton } from '#scripts/testing/stripe/press.ts'

export type Payer = { readonly id: number; readonly email: string }
export type Sample = { readonly userId: number; readonly tier: string; readonly version: number }

/** Errors that a request may get because of its content, or while billing is down. */
const EXPECTED: ReadonlySet<string> = new Set(['already_paying', 'not_ending', 'not_found', 'unavailable'])
const IN_PORTAL = ['cancel', 'resume', 'next', 'fail', 'card'] as const

let named = 0

/** An account with a confirmed address: mails about its plan are written. */
export async function register(world: Stack): Promise<Payer> {
  const username = `p${process.pid.toString(36)}${(named++).toString(36)}${Date.now().toString(36)}`
  const email = `${username}@example.org`
  const account = {
    firstName: 'Robin',
    lastName: 'Reed',
    subscriptionTier: 'free' as const,
    username,
    email,
    password: PASSWORD,
    confirmPassword: PASSWORD,
  }
  const { id } = await world.rpc('auth.register', account)
  await world.postgres('auth', 'UPDATE users SET email_verified_at = created_at WHERE id = $1', [id])
  return { id, email }
}

const press = async (page: string, action: string, id = '') => {
  await (await pressButton(page, action, id)).text()
}

export class Payers {
  readonly #world: Stack
  readonly #payers: readonly Payer[]
  readonly #draw: () => number
  readonly samples: Sample[] = []
  readonly faults: string[] = []
  readonly counts: Record<string, number> = {}

  constructor(world: Stack, payers: readonly Payer[], draw: () => number) {
    this.#world = world
    this.#payers = payers
    this.#draw = draw
  }

  #pick<T>(from: readonly T[]): T {
    return from[Math.floor(this.#draw() * from.length)] as T
  }

  /** One random action of a random person. */
  async act(): Promise<void> {
    const payer = this.#pick(this.#payers)
    const action = this.#pick([
      'pay',
      'pay',
      'decline',
      'second',
      'portal',
      'portal',
      'portal',
      'free',
      'resume',
      'grant',
      'revoke',
      'tier',
      'tier',
    ])
    try {
      const isDone = await this.#do(payer, action)
      if (isDone) this.counts[action] = (this.counts[action] ?? 0) + 1
    } catch (error) {
      if (error instanceof AppError && EXPECTED.has(error.code)) this.counts[error.code] = (this.counts[error.code] ?? 0) + 1
      else this.faults.push(`${action}: ${error}`)
    }
  }

  async #do({ id: userId }: Payer, action: string): Promise<boolean> {
    const world = this.#world
    const as = { resident: { userId, session: 'test', device: 'test' } }
    if (action === 'pay' || action === 'decline') {
      const { url } = await world.rpc('billing.create_checkout_session', {}, as)
      await press(url, action)
    } else if (action === 'second') return this.#paySecond(userId)
    else if (action === 'portal') return this.#inPortal((await world.rpc('billing.create_portal_session', {}, as)).url)
    else if (action === 'free') await world.rpc('billing.choose_free', { subscriptionTier: 'free' }, as)
    else if (action === 'resume') await world.rpc('billing.resume', {}, as)
    else if (action === 'grant') await world.rpc('billing.grant', { userId, by: 'test' })
    else if (action === 'revoke') await world.rpc('billing.revoke_grant', { userId, by: 'test' })
    else this.samples.push({ userId, ...(await world.rpc('billing.tier', { userId })) })
    return true
  }

  async #inPortal(url: string): Promise<boolean> {
    const ids = (await (await fetch(url)).text()).matchAll(/name="id" value="(sub_\w+)"/g)
    const id = this.#pick([...new Set([...ids].map(([, found]) => found))])
    const action = this.#pick(IN_PORTAL)
    await press(url, action, id)
    if (id) this.counts[action] = (this.counts[action] ?? 0) + 1
    return false
  }

  /** Pays a second time without billing, as by a checkout that was opened before the first payment. */
  async #paySecond(userId: number): Promise<boolean> {
    const world = this.#world
    const [row] = await world.postgres<{ customer: string }>(
      'billing',
      'SELECT stripe_customer_id AS customer FROM customers WHERE user_id = $1',
      [userId],
    )
    if (!row) return false
    const session = await sdkOf(world).checkout.sessions.create({
      mode: 'subscription',
      customer: row.customer,
      line_items: [{ price: world.stripe.priceId, quantity: 1 }],
      success_url: `${world.url}/subscription?success=true`,
    })
    await press(session.url ?? '', 'pay')
    return true
  }
}
