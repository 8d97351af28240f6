/** Requests to webhooks' receivers, signed as Standard Webhooks 1.0 describes; connected only to addresses that were checked. */
import { Webhook as Signer } from 'standardwebhooks'
import { Agent } from 'undici'
import type { Clock } from '#kit/clock.ts'
import type { Log } from '#kit/log.ts'
import { checkedLookup, exchange } from '../core/checked-requests.adapter.ts'
import { keepAddresses, type ResolveAll, systemResolver } from '../core/host-addresses.adapter.ts'
import { isAddress } from '../core/push-hosts.ts'
import { mayConnect, type PrivateHost, receiverOf } from './receiver-address.ts'
import type { Receivers } from './webhooks.ts'

export type ReceiverOptions = {
  /** The operator's OUTBOUND_PRIVATE_HOSTS. */
  readonly named: readonly PrivateHost[]
  /** The tests have receivers on this machine. */
  readonly allowsLoopback: boolean
  readonly clock: Clock
  readonly log: Log
  /** Default: DNS, and for the operator's hosts the system's resolver. */
  readonly resolveAll?: ResolveAll
}

/** Ends before the lease of a delivery, as the answer's time does. */
const CONNECT_MS = 5_000
const KEEP_ALIVE_MS = 10_000
const USER_AGENT = 'DigitalDoorbell/1'

export function createReceivers(options: ReceiverOptions): Receivers & { close(): Promise<void> } {
  const { named, allowsLoopback, clock, log } = options
  const resolveAll = keepAddresses(options.resolveAll ?? systemResolver(new Set(named.map(({ name }) => name))), clock)
  const allows = (address: string, isNamed: boolean) => mayConnect(address, isNamed, allowsLoopback)
  const agentFor = (isNamed: boolean) =>
    new Agent({
      // As many as are sent at the same time: who shares a receiver's host waits for nobody else's webhook there.
      ...{ connections: null, pipelining: 1, keepAliveTimeout: KEEP_ALIVE_MS, headersTimeout: 0, bodyTimeout: 0, allowH2: false },
      connect: { timeout: CONNECT_MS, lookup: checkedLookup(resolveAll, (_name, address) => allows(address, isNamed)) },
    })
  // A host is named with its port: at its other ports it is as any other.
  const [agentOfNamed, agentOfPublic] = [agentFor(true), agentFor(false)]

  return {
    refusal: async (text) => {
      const receiver = receiverOf(text, named)
      if (typeof receiver === 'string') return receiver
      const { url, isNamed } = receiver
      if (isAddress(url.hostname)) return allows(url.hostname, isNamed) ? undefined : 'private'
      // A name that cannot be resolved now may be later: it is checked again at each request.
      const addresses = await resolveAll(url.hostname).catch(() => [])
      return addresses.every(({ address }) => allows(address, isNamed)) ? undefined : 'private'
    },
    send: async ({ url: text, id, secrets, body }) => {
      const receiver = receiverOf(text, named)
      if (typeof receiver === 'string') return { status: 0 }
      const { url, isNamed } = receiver
      // An address in the URL is connected to without a lookup.
      if (isAddress(url.hostname) && !allows(url.hostname, isNamed)) return { status: 0 }
      const at = clock.now()
      const request = {
        ...{ origin: url.origin, path: `${url.pathname}${url.search}`, method: 'POST' as const, body },
        headers: {
          'content-type': 'application/json',
          'user-agent': USER_AGENT,
          'webhook-id': id,
          'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
          'webhook-signature': secrets.map((secret) => new Signer(secret).sign(id, at, body)).join(' '),
        },
      }
      try {
        return await exchange(isNamed ? agentOfNamed : agentOfPublic, request, () => true)
      } catch (err) {
        log.info({ err: err instanceof Error ? err.message : String(err), host: url.host }, 'receiver of a webhook did not answer')
        return { status: 0 }
      }
    },
    close: async () => void (await Promise.all([agentOfNamed.destroy(), agentOfPublic.destroy()])),
  }
}
