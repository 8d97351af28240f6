/**
 * Rings one door of an installation: creates an account, rings it as a visitor, waits until its socket gets the ring, and deletes the
 * account again. Environment: GATEWAY_URL, the gateway's address from here; PUBLIC_URL; NATS_URL, for the deletion.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { connectToProduct, type Rpc } from '../admin/connection.ts'
import { deleteUser } from '../admin/delete-user.ts'
import { ROOT } from '../bootstrap/launch.mjs'
import { Progress } from '../start/progress.ts'
import { HttpError } from '../testing/http-client.ts'
import { Resident, Visitor } from '../testing/people.ts'

/** Every address of this machine. */
const ANY = '0.0.0.0'

const { GATEWAY_URL = '', PUBLIC_URL = '' } = process.env
/** While a service is still starting, a ring is refused as unavailable; the page also sends it again. */
const TRIES = 6
const AGAIN_MS = 2_000
const host = new URL(PUBLIC_URL).host
const progress = new Progress()
const name = `installation-test-${randomBytes(6).toString('hex')}`
const password = `${randomBytes(12).toString('base64url')}-1A`
const resident = new Resident(GATEWAY_URL, undefined as never, ANY, host)
const visitor = new Visitor(GATEWAY_URL, ANY, host)

async function ringUntilAcknowledged(): Promise<{ readonly id: number }> {
  const idempotencyKey = randomUUID()
  for (let tries = 1; ; tries += 1)
    try {
      return await visitor.ring(resident, { idempotencyKey })
    } catch (error) {
      if (tries === TRIES || !(error instanceof HttpError) || error.status !== 503) throw error
      await pause(AGAIN_MS)
    }
}

async function ring(): Promise<void> {
  const socket = await progress.step('socket', () => resident.socket())
  const visit = await progress.step(
    'ring',
    () => ringUntilAcknowledged(),
    ({ id }) => `activity ${id}`,
  )
  await progress.step('shown', () => socket.next('doorbell_ring', ({ activity }) => activity.id === visit.id))
  await progress.step('listed', async () => {
    if (!(await resident.activities()).some(({ id }) => id === visit.id)) throw new Error('The ring is not in the list of activities.')
  })
}

/** A missing price is no failure: billing reads it again later, and doors ring without it. */
async function describePayments(): Promise<string> {
  const { billing, price } = await resident.call('billing.subscription', {})
  if (billing === 'off') return 'off: Premium comes by grant'
  return price ? `Stripe, a month is ${price.amount} ${price.currency.toUpperCase()}` : 'Stripe has not answered yet: billing logs why'
}

try {
  await progress.step('ready', async () => {
    const { status, text } = await visitor.http('/readyz')
    if (status !== 200) throw new Error(`The product is not ready: ${text}`)
  })
  resident.user = await progress.step('account', () =>
    // No mail can be delivered to .invalid (RFC 2606).
    resident.call('auth.register', {
      firstName: 'Installation',
      lastName: 'Test',
      email: `${name}@doorbell.invalid`,
      username: name,
      password,
      confirmPassword: password,
    }),
  )
  try {
    await ring()
    await progress.step('payments', describePayments, (found) => found)
  } finally {
    await progress.step('deleted', async () => {
      const bus = await connectToProduct(ROOT, process.env)
      const rpc: Rpc = { call: (operation, input, _caller, options) => bus.call(operation, input, options) }
      await deleteUser(rpc, resident.user.id, 'installation test')
      await bus.close()
    })
  }
  console.log('The door rings.')
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
} finally {
  await Promise.all([resident.leave(), visitor.leave()])
}
