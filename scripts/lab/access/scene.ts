/** The world of the access matrix: an owner with one object of each kind, and every caller with its cookies. */
import { API_SCOPES, type ApiScope } from '#proto/api-tokens.ts'
import { addressOf } from '#scripts/lab/fuzz/sender.ts'
import { nextAddress, PASSWORD, Resident, type Visitor } from '#scripts/testing/people.ts'
import type { TestSocket } from '#scripts/testing/socket.ts'
import type { Stack } from '#scripts/testing/stack.ts'
import { eventually } from '#scripts/testing/wait.ts'
import { makeAccounts } from './accounts.ts'
import { type Basics, makeBasics, makeBelongings, OTHER_PASSWORD, sessionOf } from './belongings.ts'
import { changedRows, type OwnerRows, ownerRows } from './owner-rows.ts'
import type { Owned } from './rows.ts'
import { SECRET } from './secret.ts'

/** After this time without a change, all effects of a request are written: jobs run every 300 ms, mails and alerts every second. */
const STILL_MS = 1_200

export type Scene = {
  readonly world: Stack
  readonly owned: Owned
  readonly free: Resident
  readonly freeBasics: Basics
  readonly other: Resident
  readonly otherVisitor: Visitor
  readonly otherVisit: { readonly id: number }
  /** Cookies of a wall display of the owner, of an ended session, and of a deleted account's. */
  readonly wall: string
  readonly revoked: string
  readonly deleted: string
  /** @returns the secret of an API token of the owner that has every scope but this */
  readonly tokenWithout: (scope: ApiScope | undefined) => string
  /** The secret of one that had every scope. */
  readonly revokedToken: string
  readonly blockedAddress: string
  readonly rows: OwnerRows
  /** Sockets of the other resident and the other visitor, on which none of the owner's data may arrive. */
  readonly sockets: readonly TestSocket[]
}

/** Signs in with the password of the other callers. */
export const signInAsOther = ({ client, user }: Resident): Promise<Resident> =>
  Resident.signIn(client.base, { username: user.username, password: OTHER_PASSWORD })

async function makeOther(world: Stack, premium: boolean): Promise<Resident> {
  const resident = await world.resident({ premium })
  const newPassword = { newPassword: OTHER_PASSWORD, confirmPassword: OTHER_PASSWORD }
  await resident.call('auth.change_password', { currentPassword: PASSWORD, ...newPassword })
  return resident
}

async function makeRevoked(owner: Resident): Promise<string> {
  const device = await owner.anotherDevice()
  const { cookieHeader } = device.client
  await owner.call('auth.revoke_session', { sessionId: await sessionOf(device) })
  await device.leave()
  return cookieHeader
}

async function makeWall(owner: Resident): Promise<string> {
  const device = await owner.anotherDevice()
  await device.call('auth.start_wall', {})
  const { cookieHeader } = device.client
  await device.leave()
  return cookieHeader
}

/** Each may send 120 requests a minute. */
const TOKENS = 5

async function makeTokens(owner: Resident) {
  const create = (name: string, without?: ApiScope) =>
    owner.call('auth.create_api_token', { name, scopes: API_SCOPES.filter((scope) => scope !== without) })
  const all: string[] = []
  for (let count = 0; count < TOKENS; count += 1) all.push((await create('every scope')).secret)
  const secrets = new Map<ApiScope, string>()
  for (const scope of API_SCOPES) secrets.set(scope, (await create(`not ${scope}`, scope)).secret)
  const revoked = await create('revoked')
  await owner.call('auth.revoke_api_token', { id: revoked.id })
  let turn = 0
  return {
    tokenWithout: (scope: ApiScope | undefined) => (scope && secrets.get(scope)) ?? all[turn++ % TOKENS] ?? '',
    revokedToken: revoked.secret,
  }
}

async function makeDeleted(world: Stack): Promise<string> {
  const resident = await world.resident()
  const { cookieHeader } = resident.client
  await resident.call('auth.delete_account', { password: PASSWORD })
  return cookieHeader
}

async function blockAddress(world: Stack): Promise<string> {
  const address = nextAddress()
  const block = "INSERT INTO blocked_ips (ip_address, reason, blocked_at) VALUES ($1, 'access', $2)"
  await world.postgres('security', block, [address, new Date()])
  await world.rpc('security.blocks', {})
  return address
}

/** Waits until what the set-up has caused is written. */
async function untilStill(rows: OwnerRows): Promise<void> {
  let last = await rows.read()
  let since = performance.now()
  await eventually('the rows to be still', async () => {
    const now = await rows.read()
    const { gone, come } = changedRows(last, now)
    if (gone.length || come.length) since = performance.now()
    last = now
    return performance.now() - since > STILL_MS
  })
}

async function callsAreReady({ redis }: Stack): Promise<void> {
  await eventually('calls to be ready', async () => {
    const nodes = await Promise.all((await redis.smembers('sfu:nodes')).map((id) => redis.get(`sfu:node:${id}`)))
    return nodes.some((node) => node && (JSON.parse(node) as { preparing: boolean }).preparing === false)
  })
}

export async function setScene(world: Stack): Promise<Scene> {
  const owner = await world.resident({ username: `${SECRET}-owner`, firstName: SECRET })
  const otherVisitor = world.visitor()
  await callsAreReady(world)
  const belongings = await makeBelongings(world, owner)
  const accounts = await makeAccounts(world)
  const [other, free, wall, revoked, deleted, tokens] = await Promise.all([
    makeOther(world, true),
    makeOther(world, false),
    makeWall(owner),
    makeRevoked(owner),
    makeDeleted(world),
    makeTokens(owner),
  ])
  const blockedAddress = await blockAddress(world)
  const otherVisit = await otherVisitor.ring(owner)
  const owned = { ...belongings, accounts }
  const residents = [owner, ...Object.values(accounts).map(({ resident }) => resident)]
  const rows = await ownerRows(
    world,
    residents.map(({ user }) => user.id),
  )
  const [freeBasics] = await Promise.all([makeBasics(world, free), makeBasics(world, other)])
  const sockets = await Promise.all([other.socket(), otherVisitor.socket(otherVisit)])
  await untilStill(rows)
  return {
    ...{
      world,
      owned,
      free,
      freeBasics,
      other,
      otherVisitor,
      otherVisit,
      wall,
      revoked,
      deleted,
      ...tokens,
      blockedAddress,
      rows,
      sockets,
    },
  }
}

let sent = 0
/** A new address for each request, so that no limit is reached. */
export const freshAddress = (): string => addressOf(sent++)
