/**
 * Requests to push services (RFC 8030), encrypted for the device (RFC 8291) and signed with our key (RFC 8292). Connections are kept; no
 * redirect is followed; connections are made only to addresses that were checked.
 */
import jwt from 'jsonwebtoken'
import { Agent, type Dispatcher, ProxyAgent } from 'undici'
import webPush from 'web-push'
import type { Clock } from '#kit/clock.ts'
import type { Log } from '#kit/log.ts'
import { Turns } from '#kit/turns.ts'
import { withoutStacks } from '#kit/without-stacks.ts'
import { checkedLookup, exchange, Unwanted } from './checked-requests.adapter.ts'
import { keepAddresses, type ResolveAll, systemResolver } from './host-addresses.adapter.ts'
import type { PushAnswer, PushRequest, PushServices } from './ports.ts'
import { allowedEndpoint, isAddress, isLoopbackAddress, isPublicAddress, type PushHost } from './push-hosts.ts'
import { type PushKey, pushKeyOf, signingKeyOf } from './push-keys.ts'

export type PushServiceOptions = {
  readonly hosts: readonly PushHost[]
  readonly proxy?: string | undefined
  /** Private keys; the first is the one that browsers subscribe with. */
  readonly keys: readonly string[]
  readonly contact: string
  /** The start on one machine and the tests have push services on this machine. */
  readonly allowsLoopback: boolean
  readonly clock: Clock
  readonly log: Log
  /** Default: DNS, and for the operator's hosts the system's resolver. */
  readonly resolveAll?: ResolveAll
}

/** Ends before the lease of a push, as the answer's time does. */
const TURN_MS = 5_000
const CONNECT_MS = 5_000
/** Connections to one push service, each with one request at a time: more requests wait, and are dropped when their time is over. */
const CONNECTIONS = 32
const WAITING_MOST = 10_000
const KEEP_ALIVE_MS = 60_000
/** Vendors refuse more than 24 hours (RFC 8292, 2). */
const SIGNED_FOR_S = 12 * 3_600
const SIGN_AGAIN_MS = 10 * 3_600_000
const ORIGINS_MOST = 1_000

export function createPushServices(options: PushServiceOptions): PushServices & { close(): Promise<void> } {
  const { hosts, proxy, allowsLoopback, clock, log } = options
  const resolveAll = keepAddresses(options.resolveAll ?? systemResolver(new Set(hosts.map(({ name }) => name))), clock)
  /** One entry for each push service with requests in progress. */
  const turnsOf = new Map<string, Turns>()
  const mayConnect = (address: string) => isPublicAddress(address) || (allowsLoopback && isLoopbackAddress(address))
  // The time limit of a request is in `exchange`. HTTP/1.1 alone: if a connection breaks without a signal (a NAT, a balancer), only the
  // request on it is lost; with HTTP/2 the time limit ends one stream, and all later requests would go to the broken connection.
  const pool = {
    ...{ connections: CONNECTIONS, pipelining: 1, keepAliveTimeout: KEEP_ALIVE_MS, headersTimeout: 0, bodyTimeout: 0, allowH2: false },
  }
  const dispatcher: Dispatcher = proxy
    ? new ProxyAgent({ ...pool, uri: proxy, requestTls: { timeout: CONNECT_MS } })
    : new Agent({ ...pool, connect: { timeout: CONNECT_MS, lookup: checkedLookup(resolveAll, (_name, address) => mayConnect(address)) } })
  const sign = createSigner(options)

  const post = async (url: URL, request: PushRequest): Promise<PushAnswer> => {
    const { subscription, text, ttl, urgency, topic, isWanted, isAllowed } = request
    if (!isWanted() || (isAllowed && !(await isAllowed()))) throw new Unwanted()
    const { p256dh, auth } = subscription
    const Authorization = sign(url.origin, subscription.publicKey)
    // Node throws and catches errors for each key that is given as bytes: a third of the time of an encryption is spent on their stacks.
    const { headers, body } = withoutStacks(() =>
      webPush.generateRequestDetails({ endpoint: url.href, keys: { p256dh, auth } }, text, {
        ...{ TTL: ttl, urgency, topic, headers: { Authorization } },
      }),
    )
    const options = {
      ...{ origin: url.origin, path: `${url.pathname}${url.search}`, method: 'POST', body },
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
    } as const
    return exchange(dispatcher, options, isWanted)
  }

  return {
    refusal: async (endpoint) => {
      const url = allowedEndpoint(endpoint, hosts)
      if (!url) return 'host'
      if (proxy) return undefined
      if (isAddress(url.hostname)) return mayConnect(url.hostname) ? undefined : 'address'
      // A name that cannot be resolved now may be later: it is checked again at each request.
      const addresses = await resolveAll(url.hostname).catch(() => [])
      return addresses.every(({ address }) => mayConnect(address)) ? undefined : 'address'
    },
    send: async (request) => {
      const url = allowedEndpoint(request.subscription.endpoint, hosts)
      // An address in the URL is connected to without a lookup.
      if (!url || (!proxy && isAddress(url.hostname) && !mayConnect(url.hostname))) return { status: 0 }
      const turns = turnsOf.get(url.origin) ?? new Turns({ concurrency: CONNECTIONS, waiting: WAITING_MOST, waitMs: TURN_MS })
      turnsOf.set(url.origin, turns)
      try {
        // Encrypted at its turn: many encryptions together would delay everything else.
        const turn = await turns.run(request.owner, () => post(url, request), { isUrgent: request.urgency === 'high' })
        return 'result' in turn ? turn.result : { status: null }
      } catch (err) {
        if (err instanceof Unwanted) return { status: null }
        log.warn({ err: err instanceof Error ? err.message : String(err), host: url.host }, 'push service did not answer')
        return { status: 0 }
      } finally {
        if (turns.isIdle) turnsOf.delete(url.origin)
      }
    },
    close: () => dispatcher.destroy(),
  }
}

/** Signing takes three times as long as encrypting: a signature is kept for its push service and key. */
function createSigner({ keys, contact, clock }: PushServiceOptions): (origin: string, publicKey: string) => string {
  const all = keys.map(pushKeyOf)
  const signed = new Map<string, { readonly header: string; readonly until: number }>()
  return (origin, publicKey) => {
    // A dropped key signs nothing: the push service then refuses (403), and the browser subscribes again at its next load.
    const key = all.find((known) => known.publicKey === publicKey) ?? (all[0] as PushKey)
    const now = clock.now().getTime()
    const name = `${origin} ${key.publicKey}`
    const kept = signed.get(name)
    if (kept && kept.until > now) return kept.header
    if (signed.size >= ORIGINS_MOST) signed.clear()
    const expires = Math.floor(now / 1_000) + SIGNED_FOR_S
    // web-push compares with the machine's clock, not with the product's.
    const token = jwt.sign({ aud: origin, exp: expires, sub: contact }, signingKeyOf(key), { algorithm: 'ES256', noTimestamp: true })
    const header = `vapid t=${token}, k=${key.publicKey}`
    signed.set(name, { header, until: now + SIGN_AGAIN_MS })
    return header
  }
}
