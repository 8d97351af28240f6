/** The clients of a fuzz run: residents and visitors, the ids each may use, and sockets on demand. */
import { DAY_MS } from '#proto/durations.ts'
import { WEBHOOKS } from '#proto/limits.ts'
import type { Output } from '#proto/operations/index.ts'
import { codeAt } from '#scripts/testing/authenticator.ts'
import { makeFilm } from '#scripts/testing/films.ts'
import type { Scene } from '#scripts/testing/generate/requests.ts'
import type { Pool, PublicName } from '#scripts/testing/generate/rules.ts'
import { verifyEmail } from '#scripts/testing/generate/throwaway.ts'
import { inviteMember, joinHousehold } from '#scripts/testing/household.ts'
import type { HttpAnswer } from '#scripts/testing/http-client.ts'
import { SoftAuthenticator } from '#scripts/testing/passkeys.ts'
import type { Person, Resident, Visitor } from '#scripts/testing/people.ts'
import type { Stack } from '#scripts/testing/stack.ts'
import { eventually } from '#scripts/testing/wait.ts'

const RESIDENTS = 20
const VISITORS = 90
const DAYS_AHEAD = 80
const AT_ONCE = 4
const KEPT = 200
/** Only the newest rings of a resident are still live. */
const RINGS_KEPT = 2
/** Residents whose doors stay unchanged, because visitors ring there; the doors of the others are changed. */
const HOMES = 10

type Account = {
  readonly resident: Resident
  readonly premium: boolean
  readonly pools: Map<Pool, (string | number)[]>
  /** The newest secret of the authenticator that the account was shown. */
  secret?: string
  readonly authenticator: SoftAuthenticator
}
/** The links of mails, and the pool of their tokens. */
const LINKS: readonly (readonly [RegExp, Pool])[] = [
  [/#verify=([\w-]+)/, 'mailToken'],
  [/#recovery=([\w-]+)/, 'recoveryToken'],
  [/#cancel-recovery=([\w-]+)/, 'cancelToken'],
  [/#sign-in=([\w-]+)/, 'signInToken'],
]

/** Runs only a few concurrently, so that a busy machine answers each in time. */
export async function inGroups<T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> {
  const made: T[] = []
  for (let from = 0; from < count; from += AT_ONCE)
    made.push(...(await Promise.all(Array.from({ length: Math.min(AT_ONCE, count - from) }, (_, offset) => make(from + offset)))))
  return made
}

/** Operations that change a door; not used on doors that visitors ring. */
const OF_DOORS: readonly string[] = ['doorbell.change_door', 'doorbell.rotate_door', 'doorbell.remove_door']
/** Operations of second factors; few accounts use them, so that an operation meets the state that an earlier one has made. */
const OF_FACTORS = /two_factor|recovery|passkey/
const WITH_FACTORS = 2
/** Operations of one film; the account that has one uses them. */
const OF_FILMS: readonly string[] = ['doorbell.film', 'doorbell.film_poster', 'doorbell.remove_film']
const endsPremium = (name: string) => name === 'billing.choose_free'

export class Crowd {
  readonly world: Stack
  readonly accounts: readonly Account[]
  readonly visitors: readonly Visitor[]
  readonly #shared = new Map<Pool, (string | number)[]>()
  readonly #visitUsers = new Map<number, number>()
  /** The door at which a visitor rang last. */
  #rung: Account | undefined
  /** The account that was asked for a visit last. */
  #asked: Account | undefined
  #ahead = 0

  private constructor(world: Stack, accounts: readonly Account[], visitors: readonly Visitor[]) {
    this.world = world
    this.accounts = accounts
    this.visitors = visitors
  }

  /** Prepares data: each visitor rings once, and each resident gets one object of each kind. */
  static async gather(world: Stack): Promise<Crowd> {
    const accounts = await inGroups(RESIDENTS, async (index) => {
      const premium = index % 2 === 0
      const resident = await world.resident({ premium })
      const { id } = await resident.call('doorbell.add_contact', { ...CONTACT, email: resident.user.email })
      if (premium) await resident.call('doorbell.change_preferences', { switches: { doNotDisturb: false } })
      return {
        resident,
        premium,
        pools: new Map<Pool, (string | number)[]>([['contact', [id]]]),
        authenticator: new SoftAuthenticator(world.url),
      }
    })
    for (const { resident } of accounts.slice(-WITH_FACTORS)) await verifyEmail(world, resident)
    const crowd = new Crowd(
      world,
      accounts,
      Array.from({ length: VISITORS }, () => world.visitor()),
    )
    await inGroups(VISITORS, (index) => crowd.ring(index))
    await crowd.#addSecurityFacts()
    await crowd.refresh()
    return crowd
  }

  /** One account has another session, an alert about its log-in, a blocked address and an invoice; for the others these are not theirs. */
  async #addSecurityFacts(): Promise<void> {
    const { resident, pools } = this.home(0)
    await resident.anotherDevice()
    const others = (await resident.call('auth.sessions', {})).filter(({ isCurrent }) => !isCurrent)
    const [block] = await this.world.postgres<{ id: number }>(
      'security',
      "INSERT INTO blocked_ips (ip_address, reason, blocked_at) VALUES ('203.0.113.7', 'fuzz', $1) RETURNING id",
      [new Date(this.now())],
    )
    const blockId = block?.id ?? 0
    await this.world.postgres('security', 'INSERT INTO blocked_ip_accounts (block_id, user_id) VALUES ($1, $2)', [
      blockId,
      resident.user.id,
    ])
    const alerts = await eventually('the alert about the other device', async () => {
      const found = await resident.call('security.alerts', {})
      return found.length ? found : null
    })
    const token = await resident.call('auth.create_api_token', { name: 'fuzz', scopes: ['rings:read'] })
    const hooks = await Promise.all(
      Array.from({ length: WEBHOOKS.max - 2 }, () =>
        resident.call('notify.add_webhook', { url: 'https://receiver.example.com/fuzz', events: ['ring.created'] }),
      ),
    )
    const delivery = await resident.call('notify.test_webhook', { id: hooks[0]?.id ?? '' })
    const facts: readonly [Pool, (string | number)[]][] = [
      ['apiToken', [token.id]],
      ['webhook', hooks.map(({ id }) => id)],
      ['delivery', [delivery.id]],
      ...(await this.#addHousehold()),
      ['invoice', [await this.#addInvoice(resident.user.id)]],
      ['session', others.map(({ sessionId }) => sessionId)],
      ['alert', alerts.map(({ id }) => id)],
      ['blockedAddress', [blockId]],
      ['device', [(await resident.call('notify.put_state', { armed: false, permission: 'default' })).id]],
    ]
    for (const [pool, ids] of facts) {
      pools.set(pool, ids)
      this.#shared.set(pool, ids)
    }
  }

  /** The account has members, an open invitation, and homes of another in which it is a member. */
  async #addHousehold(): Promise<[Pool, number[]][]> {
    const { resident } = this.home(0)
    const hosts = await Promise.all(Array.from({ length: 3 }, () => this.world.resident()))
    const join = async (owner: Resident, member: Resident) => (await joinHousehold(owner, member)).id
    return [
      ['member', await Promise.all(hosts.map((guest) => join(resident, guest)))],
      ['home', await Promise.all(hosts.map((one) => join(one, resident)))],
      ['invitation', [(await inviteMember(resident)).id, (await inviteMember(resident)).id]],
    ]
  }

  /** Paid once, before payments were turned off on this server. */
  async #addInvoice(userId: number): Promise<string> {
    const fields = 'user_id, stripe_payment_id, invoice_id, amount, currency, status, invoice_url, created_at'
    const values = [userId, 'https://invoice.stripe.com/i/fuzz', new Date(this.now())]
    await this.world.postgres(
      'billing',
      `INSERT INTO payments (${fields}) VALUES ($1, 'pi_fuzz', 'in_fuzz', 999, 'usd', 'paid', $2, $3)`,
      values,
    )
    return 'in_fuzz'
  }

  now = (): number => Date.now() + this.#ahead

  async advance(milliseconds: number): Promise<void> {
    await this.world.clock.shift(milliseconds)
    this.#ahead += milliseconds
  }

  home = (index: number) => this.accounts[index % HOMES] as Account
  #accountAt = (qrCodeId: unknown) => this.accounts.find(({ resident }) => resident.user.qrCodeId === qrCodeId)
  visitor = (index: number) => this.visitors[index % this.visitors.length] as Visitor

  async ring(index: number): Promise<void> {
    const visit = await this.visitor(index).ring(this.home(index).resident)
    this.#visitUsers.set(visit.id, visit.userId)
  }

  /** The activity ids of a visitor's cookies. */
  visitsOf(visitor: Person): number[] {
    return [...visitor.client.cookies.keys()].flatMap((name) => /^visit-(\d+)-/.exec(name)?.[1] ?? []).map(Number)
  }

  /** The sender of an operation. */
  personFor(name: PublicName, as: 'resident' | 'visitor', pick: number): Person {
    if (as === 'visitor') return this.visitor(pick)
    if (name === 'doorbell.handle' && this.#rung) return this.#rung.resident
    if (name === 'doorbell.approve_visit' && this.#asked) return this.#asked.resident
    if (OF_FILMS.includes(name)) return this.home(0).resident
    if (OF_FACTORS.test(name)) return (this.accounts.at(-1 - (pick % WITH_FACTORS)) as Account).resident
    const fit = this.accounts.filter(
      ({ premium }, index) => (!endsPremium(name) || !premium) && (!OF_DOORS.includes(name) || index >= HOMES),
    )
    return (fit[pick % fit.length] as Account).resident
  }

  /** @param isNewest whether the newest id of each kind is taken, the last of its list */
  scene(person: Person, isNewest = false): Scene {
    const account = this.accounts.find(({ resident }) => resident === person)
    const visits = account ? [] : this.visitsOf(person)
    return {
      take: (pool, pick) => {
        if (pool === 'user') return account?.resident.user.id
        if (pool === 'username') return account?.resident.user.username
        if (pool === 'factorCode') return account?.secret && codeAt(account.secret, this.now())
        const byPasskey = account?.authenticator.take(pool, pick)
        if (byPasskey !== undefined) return byPasskey
        if (pool === 'today') return new Date(this.now() + (1 + (pick % DAYS_AHEAD)) * DAY_MS).toISOString().slice(0, 10)
        if (pool === 'code') return this.home(pick).resident.user.qrCodeId
        if (pool === 'visit' || (pool === 'ring' && !account)) return visits[pick % visits.length]
        if (pool === 'visitUser') return this.#visitUsers.get(visits[pick % visits.length] ?? 0)
        const pools = account?.pools
        const there = pools?.get(pool === 'ring' && !pools.has('ring') ? 'activity' : pool) ?? this.#shared.get(pool) ?? []
        return isNewest ? there.at(-1) : there[pick % there.length]
      },
    }
  }

  /** Collects ids from an answer for later requests. */
  learn(name: PublicName, input: Readonly<Record<string, unknown>>, person: Person, { body }: HttpAnswer): void {
    const { id, token, url, at, userId, secret } = (body ?? {}) as {
      id?: number
      token?: string
      url?: string
      at?: string
      userId?: number
      secret?: string
    }
    const account = this.accounts.find(({ resident }) => resident === person)
    account?.authenticator.learn(name, input, body)
    const keep = (pools: Map<Pool, (string | number)[]>, pool: Pool, value: string | number, count = KEPT) =>
      pools.set(pool, [...(pools.get(pool) ?? []), value].slice(-count))
    if (name === 'auth.enrol_two_factor' && secret && account) account.secret = secret
    if (name === 'doorbell.request_visit' && token) {
      keep(this.#shared, 'pass', token)
      this.#asked = this.#accountAt(input.qrCodeId)
      // A pass is `<id of the request>-<proof>`.
      if (this.#asked) keep(this.#asked.pools, 'request', Number.parseInt(token, 10))
    }
    if (name === 'doorbell.invite_contact' && url) keep(this.#shared, 'invite', new URL(url).pathname.split('/').at(-1) ?? '')
    if ((name === 'doorbell.ring' || name === 'doorbell.join_invite') && id && userId) this.#visitUsers.set(id, userId)
    if (name === 'doorbell.ring' && id) {
      this.#rung = this.#accountAt(input.qrCodeId)
      if (this.#rung) keep(this.#rung.pools, 'ring', id, RINGS_KEPT)
    }
    if (name === 'doorbell.read_all_notifications' && at && account) keep(account.pools, 'readAllAt', at)
    if (name === 'doorbell.add_contact' && id && account) keep(account.pools, 'contact', id)
    if (name === 'notify.add_webhook' && id && account) keep(account.pools, 'webhook', id)
    if (name === 'notify.test_webhook' && id && account) keep(account.pools, 'delivery', id)
    if (name === 'notify.put_state' && id && account) account.pools.set('device', [id])
  }

  /** Rereads every resident's lists, to collect current ids, newest last. */
  async refresh(): Promise<void> {
    for (const { resident, pools } of this.accounts) {
      const lists = {
        door: resident.call('doorbell.doors', {}),
        activity: resident.call('doorbell.activities', { limit: 100 }),
        contact: resident.call('doorbell.contacts', { limit: 100 }),
        notification: resident.call('doorbell.notifications', { limit: 100 }),
        request: resident.call('doorbell.visit_requests', { limit: 100 }),
        block: resident.call('doorbell.blocks', { limit: 100 }),
      }
      for (const [pool, list] of Object.entries(lists) as [Pool, Promise<{ id: number }[]>][])
        pools.set(
          pool,
          (await list).map(({ id }) => id).sort((a, b) => a - b),
        )
    }
    const doors = await Promise.all(this.accounts.slice(0, HOMES).map(({ resident }) => resident.call('doorbell.doors', {})))
    this.#shared.set(
      'shortCode',
      doors.flatMap((list: Output<'doorbell.doors'>) => list.slice(0, 1).map(({ shortCode }) => shortCode)),
    )
    await this.#keepFilm()
    await this.readMails()
  }

  /** Makes a film for one account, also after the last one was deleted. */
  async #keepFilm(): Promise<void> {
    const { resident, pools } = this.home(0)
    const [film] = await resident.call('doorbell.films', {})
    pools.set('film', [film?.id ?? (await makeFilm(this.world, resident, (await this.world.visitor().ring(resident)).id))])
  }

  /** Collects the tokens of mailed links, newest last. */
  async readMails(): Promise<void> {
    const mails = (await this.world.rpc('auth.dev_mails', {})).reverse()
    for (const [link, pool] of LINKS)
      this.#shared.set(
        pool,
        mails.flatMap(({ text }) => link.exec(text)?.[1] ?? []),
      )
  }
}

const CONTACT = { firstName: 'Grace', lastName: 'Hopper', phone: '030 123 456 78' }
