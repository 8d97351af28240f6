/** A resident who pays at the local Stripe of a stack: its checkout page and its portal are forms. */
import type { Subscription } from '#proto/entities.ts'
import type { Resident } from '#scripts/testing/people.ts'
import type { Stack } from '#scripts/testing/stack.ts'
import { pressButton } from '#scripts/testing/stripe/press.ts'
import { eventually } from '#scripts/testing/wait.ts'

export const checkout = async (person: Resident) => (await person.call('billing.create_checkout_session', {})).url
export const plan = (person: Resident): Promise<Subscription> => person.call('billing.subscription', {})

export const untilPlan = (person: Resident, what: string, is: (now: Subscription) => boolean): Promise<Subscription> =>
  eventually(what, async () => {
    const now = await plan(person)
    return is(now) ? now : null
  })

/** A new account that has paid. */
export async function payer(world: Stack): Promise<Resident> {
  const person = await world.resident()
  await pressButton(await checkout(person), 'pay')
  await untilPlan(person, 'premium', ({ tier }) => tier === 'premium')
  return person
}

/** Presses a button of the portal about the living subscription. */
export async function inPortal(person: Resident, action: string): Promise<void> {
  const { url } = await person.call('billing.create_portal_session', {})
  const id = /name="id" value="(sub_\w+)"/.exec(await (await fetch(url)).text())?.[1] ?? ''
  await pressButton(url, action, id)
}

export const customerOf = async (world: Stack, { user }: Resident): Promise<string> => {
  const rows = await world.postgres<{ id: string }>('billing', 'SELECT stripe_customer_id AS id FROM customers WHERE user_id = $1', [
    user.id,
  ])
  return rows[0]?.id ?? ''
}
