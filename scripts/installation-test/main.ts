/**
 * Rings one door of an installation and moves media: creates an account, rings it as a visitor, waits until its socket gets the ring, tries
 * each path to the media nodes, and deletes the account again. Where registration is closed there is no account: no door rings and no media
 * moves. Environment: GATEWAY_URL, the gateway's address from here; PUBLIC_URL; NATS_URL, for Premium and for the deletion.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { systemCaller } from '#kit/handlers.ts'
import { checkMedia } from '../admin/check-media/check-media.ts'
import { linesOf } from '../admin/check-media/report.ts'
import { connectToProduct, type Rpc } from '../admin/connection.ts'
import { deleteUser } from '../admin/delete-user.ts'
import { type ApiAddress, TemporaryAccount, visitorFrom } from '../admin/temporary-account.ts'
import { ROOT } from '../bootstrap/launch.mjs'
import { Progress } from '../start/progress.ts'
import { HttpError } from '../testing/http-client.ts'
import type { Resident } from '../testing/people.ts'

const { GATEWAY_URL = '', PUBLIC_URL = '' } = process.env
/** While a service is still starting, a ring is refused as unavailable; the page also sends it again. */
const TRIES = 6
const AGAIN_MS = 2_000
const BY = 'installation test'
const PREMIUM = { patienceMs: 10_000, everyMs: 250 } as const
const api: ApiAddress = { url: GATEWAY_URL, host: new URL(PUBLIC_URL).host }
const progress = new Progress()
const visitor = visitorFrom(api)

async function ringUntilAcknowledged(resident: Resident): Promise<{ readonly id: number }> {
  const idempotencyKey = randomUUID()
  for (let tries = 1; ; tries += 1)
    try {
      return await visitor.ring(resident, { idempotencyKey })
    } catch (error) {
      if (tries === TRIES || !(error instanceof HttpError) || error.status !== 503) throw error
      await pause(AGAIN_MS)
    }
}

async function ring(resident: Resident): Promise<void> {
  const socket = await progress.step('socket', () => resident.socket())
  const visit = await progress.step(
    'ring',
    () => ringUntilAcknowledged(resident),
    ({ id }) => `activity ${id}`,
  )
  await progress.step('shown', () => socket.next('doorbell_ring', ({ activity }) => activity.id === visit.id))
  await progress.step('listed', async () => {
    if (!(await resident.activities()).some(({ id }) => id === visit.id)) throw new Error('The ring is not in the list of activities.')
  })
  await progress.step('cancelled', () => visitor.call('doorbell.cancel', { id: visit.id }))
}

/** A missing price is no failure: billing reads it again later, and doors ring without it. */
async function describePayments(resident: Resident): Promise<string> {
  const { billing, price } = await resident.call('billing.subscription', {})
  if (billing === 'off') return 'off: Premium comes by grant'
  return price ? `Stripe, a month is ${price.amount} ${price.currency.toUpperCase()}` : 'Stripe has not answered yet: billing logs why'
}

/** @throws Error where calls do not work from here */
async function moveMedia(account: TemporaryAccount, rpc: Rpc): Promise<void> {
  const report = await progress.step('media', async () => {
    await rpc.call('billing.grant', { userId: account.resident.user.id, by: BY })
    return checkMedia(account, api, PREMIUM)
  })
  for (const line of linesOf(report)) progress.say(line)
  if (!report.works) throw new Error('The door rings, but calls do not work: docs/runbooks/calls-do-not-connect.md says what to do.')
}

async function testInstallation(rpc: Rpc): Promise<void> {
  const account = await progress.step('account', () => TemporaryAccount.register(api, 'installation-test'))
  const { resident } = account
  try {
    await ring(resident)
    await progress.step(
      'payments',
      () => describePayments(resident),
      (found) => found,
    )
    await moveMedia(account, rpc)
  } finally {
    await progress.step('deleted', () => deleteUser(rpc, resident.user.id, BY))
    await resident.leave()
  }
}

async function testWithOperator(): Promise<void> {
  const bus = await progress.step('nats', () => connectToProduct(ROOT, process.env))
  const rpc: Rpc = {
    call: (operation, input, _caller, options) => bus.call(operation, input, { ...options, caller: systemCaller('installation-test') }),
  }
  try {
    await testInstallation(rpc)
  } finally {
    await bus.close()
  }
  console.log('The door rings, and calls work.')
}

try {
  await progress.step('ready', async () => {
    const { status, text } = await visitor.http('/readyz')
    if (status !== 200) throw new Error(`The product is not ready: ${text}`)
  })
  const { open } = await visitor.call('auth.registration', {})
  if (open) await testWithOperator()
  else console.log('The product is ready. Registration is closed, so no account was made, no door was rung and no call was tried.')
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
} finally {
  await visitor.leave()
}
