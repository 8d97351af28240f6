/** After each step: every list and page answers, fits its schema, and shows what was written; a ring reaches its resident. */
import { z } from 'zod'
import type { Operation } from '#proto/operation.ts'
import { type Output, operationNamed } from '#proto/operations/index.ts'
import { fillInput, requestOf, type Scene } from '#scripts/testing/generate/requests.ts'
import { type PublicName, publicNames, RULES, type Values } from '#scripts/testing/generate/rules.ts'
import type { HttpAnswer } from '#scripts/testing/http-client.ts'
import type { Person, Visitor } from '#scripts/testing/people.ts'
import type { TestSocket } from '#scripts/testing/socket.ts'
import { eventually } from '#scripts/testing/wait.ts'
import type { WalkClock } from './clock.ts'
import { Fault } from './fault.ts'
import type { Household } from './household.ts'
import { judge, readsAs } from './judge.ts'
import type { WalkWorld } from './world.ts'

/** The write of a step: the operation and its answer, or the deleted id. */
export type Written = { readonly name: PublicName; readonly body?: Values; readonly deleted?: string | number }

const LIST_MAX = 100
/** Read less often, because they are large or have their own limit. */
const isSeldom = ({ name, limit }: Operation) => limit !== 'read' || name.startsWith('gateway.')
const READS = publicNames.filter((name) => operationNamed(name).http?.method === 'GET')
const WITHOUT_ID = READS.filter((name) => !operationNamed(name).http?.path.includes(':'))
const BY_ID = READS.filter((name) => operationNamed(name).http?.path.includes(':'))

export const send = (clock: WalkClock, person: Person, name: PublicName, input: Values): Promise<HttpAnswer> => {
  const { path, ...request } = requestOf(name, input)
  return clock.patiently(() => person.http(path, request))
}

const limitOf = ({ input }: Operation): Values => (input instanceof z.ZodObject && 'limit' in input.shape ? { limit: LIST_MAX } : {})

async function read(clock: WalkClock, person: Person, name: PublicName, input: Values): Promise<unknown> {
  const answer = await send(clock, person, name, { ...limitOf(operationNamed(name)), ...RULES[name].least, ...input })
  return judge(name, answer, input) ? answer.body : undefined
}

/** The id of an entry, as used in lists and links. */
const idOf = (thing: Values) => thing.token ?? thing.id

const elementOf = (schema: Operation['output']): unknown => (schema instanceof z.ZodArray ? schema.element : undefined)

/** @throws Fault if a list or an entry contradicts the answer of the step */
function compare(name: PublicName, body: unknown, written: Written): void {
  const { output } = operationNamed(name)
  const wrote = operationNamed(written.name).output
  const isList = Array.isArray(body)
  const element = elementOf(output)
  if (written.body && isList && element === wrote) {
    const found = body.find((thing: Values) => idOf(thing) === idOf(written.body as Values))
    if (found) readsAs(name, written.body, found)
    else if (body.length < LIST_MAX) throw new Fault(`${name} does not list what ${written.name} answered`, written.body)
  }
  if (written.body && !isList && output === wrote && body && idOf(body as Values) === idOf(written.body))
    readsAs(name, written.body, body as Values)
  if (written.deleted === undefined || !isList) return
  if (poolOfList(name) !== undefined && poolOfList(name) === RULES[written.name].refs?.id && body.some(({ id }) => id === written.deleted))
    throw new Fault(`${name} lists what ${written.name} deleted`, written.deleted)
}

const LISTED = {
  'doorbell.doors': 'door',
  'doorbell.activities': 'activity',
  'doorbell.contacts': 'contact',
  'doorbell.notifications': 'notification',
  'doorbell.visit_requests': 'request',
  'doorbell.blocks': 'block',
  'doorbell.my_visits': 'visit',
  'auth.sessions': 'session',
  'auth.api_tokens': 'apiToken',
  'notify.webhooks': 'webhook',
  'notify.webhook_deliveries': 'delivery',
  'security.alerts': 'alert',
  'security.blocked_addresses': 'blockedAddress',
} as const
const poolOfList = (name: PublicName) => LISTED[name as keyof typeof LISTED] as (typeof LISTED)[keyof typeof LISTED] | undefined

export const ringable = (doors: Output<'doorbell.doors'>) => doors.filter(({ enabled, paused }) => enabled && !paused)

/** Reads everything that needs no id, and collects the listed ids. */
async function readLists(clock: WalkClock, household: Household, visitor: Visitor, written: Written, seldom: boolean) {
  let visits: Output<'doorbell.my_visits'> = []
  const names = WITHOUT_ID.filter((name) => seldom || !isSeldom(operationNamed(name)))
  await Promise.all(
    names.map(async (name) => {
      const person = RULES[name].as === 'visitor' ? visitor : household.resident
      const body = await read(clock, person, name, {})
      compare(name, body, written)
      const pool = poolOfList(name)
      if (name === 'doorbell.my_visits') visits = body as typeof visits
      else if (pool)
        household.put(
          pool,
          (body as { id: number }[]).map(({ id }) => id),
        )
      if (name === 'doorbell.doors') {
        const open = ringable(body as Output<'doorbell.doors'>)
        household.put(
          'code',
          open.map(({ qrCodeId }) => qrCodeId),
        )
        household.put(
          'shortCode',
          open.map(({ shortCode }) => shortCode),
        )
      }
    }),
  )
  return visits
}

/** Rereads the written entry by its id. */
function sameThing(name: PublicName, { name: by, body }: Written): Values | undefined {
  const { output } = operationNamed(name)
  const wrote = operationNamed(by).output
  if (!body) return undefined
  if (elementOf(output) === wrote && 'activityId' in body) return { id: body.activityId }
  if (output !== wrote) return undefined
  return 'token' in body ? { token: body.token } : { id: body.id }
}

/** An entry deleted since it was listed, or a photo that was never sent, is not a fault. */
async function readOne(clock: WalkClock, person: Person, name: PublicName, scene: Scene, pick: number, written: Written): Promise<void> {
  const same = sameThing(name, written)
  const input = same ?? fillInput(name, {}, scene, pick)
  if (!input) return
  const body = await read(clock, person, name, input)
  if (same) compare(name, body, written)
}

/** Traces of a missing value in a page's text. */
const UNFILLED = /\bundefined\b|\bNaN\b|\[object Object\]/

async function readPage(clock: WalkClock, visitor: Visitor, path: string): Promise<void> {
  const { status, text } = await clock.patiently(() => visitor.http(path))
  const what = path.replace(/[^/]+$/, '{code}')
  if (status !== 200 && status !== 404) throw new Fault(`the page ${what} answers ${status}`, text.slice(0, 400))
  const shown = text.replaceAll(/<script[\s\S]*?<\/script>/g, '')
  if (UNFILLED.test(shown)) throw new Fault(`the page ${what} shows a value that is not there`, UNFILLED.exec(shown)?.[0])
}

/** @param turn the step's number, which chooses the ids to read; now and then all are read */
export async function readAll(clock: WalkClock, household: Household, visitor: Visitor, written: Written, turn: number): Promise<void> {
  const visits = await readLists(clock, household, visitor, written, turn % 10 === 0)
  const scenes = { resident: household.scene(), visitor: household.scene(visits) }
  const pass = household.all('pass')[turn % Math.max(1, household.all('pass').length)]
  const code = household.all('code')[turn % Math.max(1, household.all('code').length)]
  await Promise.all([
    ...BY_ID.map((name) => {
      const { as } = RULES[name]
      return readOne(clock, as === 'visitor' ? visitor : household.resident, name, scenes[as], turn, written)
    }),
    ...(code ? [readPage(clock, visitor, `/visitor/${code}`)] : []),
    ...(pass ? [readPage(clock, visitor, `/visitor/pass/${pass}`)] : []),
  ])
}

/** A quiet ring is listed and opens nothing (docs/product/decisions.md, 7). @throws Fault if a device is not informed */
async function ringSeenBy(socket: TestSocket, id: number, from: number): Promise<'aloud' | 'quietly'> {
  const look = () =>
    socket.frames
      .slice(from)
      .find((frame) => (frame.type === 'doorbell_ring' || frame.type === 'activity_changed') && frame.activityId === id)
  const frame = await eventually('a frame of the ring', look).catch((error: Error) => {
    throw new Fault('a ring does not reach its resident', {
      error: error.message,
      closed: socket.closeCode,
      frames: socket.frames.slice(-5),
    })
  })
  const isQuiet = 'activity' in frame && frame.activity.quiet
  if (frame.type === 'doorbell_ring' || isQuiet) return isQuiet ? 'quietly' : 'aloud'
  throw new Fault('a ring opens nothing though it is not quiet', frame)
}

/** @throws Fault if the resident's preferences should have opened the ring */
async function mustBeQuiet(clock: WalkClock, household: Household): Promise<void> {
  const preview = (await send(clock, household.resident, 'doorbell.preview_preferences', {})).body as Output<'doorbell.preview_preferences'>
  if (preview.quiet === null && preview.alerts.ring.includes('modal'))
    throw new Fault('a ring is quiet though nothing asks for quiet', preview)
}

/** A new visitor rings, every device of the resident receives the ring, and the visitor cancels. @throws Fault */
export async function ringReaches(world: WalkWorld, clock: WalkClock, household: Household, code: string): Promise<void> {
  const visitor = world.visitor()
  try {
    const input = { qrCodeId: code, visitorName: 'Vera', message: 'Hello' }
    const from = household.sockets.map(({ frames }) => frames.length)
    const answer = await send(clock, visitor, 'doorbell.ring', input)
    if (!judge('doorbell.ring', answer, input)) throw new Fault('an enabled door takes no ring', answer.text)
    const { id } = answer.body as { id: number }
    const seen = await Promise.all(household.sockets.map((socket, index) => ringSeenBy(socket, id, from[index] ?? 0)))
    if (seen.includes('quietly')) await mustBeQuiet(clock, household)
    const cancelled = await send(clock, visitor, 'doorbell.cancel', { id })
    if (!judge('doorbell.cancel', cancelled, { id })) throw new Fault('a visitor cannot cancel a ring', cancelled.text)
  } finally {
    await visitor.leave()
  }
}
