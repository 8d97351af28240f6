/** Sends each event to billing, signed as Stripe signs, again with growing delays until the answer is 2xx. */
import { createHmac } from 'node:crypto'
import type Stripe from 'stripe'
import type { Store } from './store.ts'
import { applyTime, ORIGIN } from './subscriptions.ts'

const AT_ONCE = 10
const ANSWER_MS = 10_000
const LONGEST_DELAY_MS = 60_000
const GIVEN_UP_MS = 3 * 86_400_000

/** `now` also gives the signature's time: the receiver refuses old ones. `publicUrl` is the product's. */
export type WebhookOptions = { publicUrl: string; webhookUrl: string; now(): number; log(line: string): void; firstRetryMs?: number }

/** @returns `wake` sends due webhooks, and checks again when the next is due; after `stop` the rest stays in the file */
export function createWebhooks(store: Store, { webhookUrl, now, log, firstRetryMs = 1_000 }: WebhookOptions, origin: string) {
  const sending = new Map<string, Promise<void>>()
  const stopping = new AbortController()
  let timer: NodeJS.Timeout | undefined

  async function post(event: Stripe.Event): Promise<string> {
    const body = JSON.stringify(event, undefined, 2).replaceAll(ORIGIN, origin)
    const time = Math.floor(now() / 1_000)
    const signature = createHmac('sha256', store.state.webhookSecret).update(`${time}.${body}`).digest('hex')
    const headers = { 'content-type': 'application/json', 'stripe-signature': `t=${time},v1=${signature}` }
    const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(ANSWER_MS)])
    const { ok, status } = await fetch(webhookUrl, { method: 'POST', redirect: 'manual', headers, body, signal })
    return ok ? '' : `answer ${status}`
  }

  async function deliver(event: Stripe.Event, attempts: number): Promise<void> {
    const problem = await post(event).catch((error: Error) => String(error.cause ?? error))
    sending.delete(event.id)
    if (stopping.signal.aborted) return
    const delay = Math.min(firstRetryMs * 2 ** attempts, LONGEST_DELAY_MS)
    const isOver = !problem || now() - event.created * 1_000 > GIVEN_UP_MS
    if (problem) log(`stripe-local: webhook ${event.type} failed, ${isOver ? 'given up' : `retrying in ${delay} ms`}: ${problem}`)
    store.delivered(event, isOver ? undefined : { attempts: attempts + 1, at: now() + delay })
    wake()
  }

  function wake(): void {
    clearTimeout(timer)
    if (stopping.signal.aborted) return void store.save(true)
    applyTime(store)
    store.save()
    const waiting = Object.entries(store.state.deliveries).filter(([id]) => !sending.has(id))
    const due = waiting.filter(([, { at }]) => at <= now()).slice(0, AT_ONCE - sending.size)
    for (const [id, { attempts }] of due) sending.set(id, deliver(store.get('event', id), attempts))
    const next = Math.min(...waiting.flatMap(([, { at }]) => (at > now() ? [at - now()] : [])), LONGEST_DELAY_MS)
    timer = setTimeout(wake, next)
  }

  async function stop(): Promise<void> {
    stopping.abort()
    wake()
    await Promise.all(sending.values())
  }
  return { wake, stop }
}
