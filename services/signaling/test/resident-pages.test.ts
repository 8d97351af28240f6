// @all: two pages with media; the rules are tested beside the domain
/** Two pages of one session of a resident: each is a peer, and one of them has the call (record 0057). */
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals'
import { eventually } from '#scripts/testing/wait.ts'
import { Party } from './party.ts'
import { type Scene, Scenes } from './scenes.ts'

const pages: Party[] = []
let scenes: Awaited<ReturnType<typeof Scenes.shared>>
beforeAll(async () => {
  scenes = await Scenes.shared()
})
afterEach(async () => {
  await Promise.all(pages.splice(0).map((page) => page.leaves()))
})
afterAll(() => scenes?.stop())

async function pageOf({ owner, id }: Scene, peerId: string): Promise<Party> {
  const page = new Party(await owner.socket(), id, peerId)
  pages.push(page)
  return page
}

/** A ring for which two pages of one session stand by. */
async function twoStandBy() {
  const scene = await scenes.ring()
  await scene.visitor.socket.next('call_prepare')
  const [one, two] = [await pageOf(scene, 'one'), await pageOf(scene, 'two')]
  const joins = await Promise.all([one, two].map((page) => page.ask({ op: 'join', mode: 'prepare' })))
  return { ...scene, one, two, joins }
}
const outcomeOf = (joining: Promise<unknown>) =>
  joining.then(
    () => 'joined',
    (error: Error) => error.message,
  )

// covers: S-two-pages S-answer-repeated
test('of two pages that both answer one joins, and the other takes over by a press', async () => {
  const { visitor, one, two, joins } = await twoStandBy()
  expect(new Set(joins.flatMap(({ send, receive }) => [send.id, receive.id])).size).toBe(4)
  for (const page of [one, two]) page.respond(true)
  const outcomes = await Promise.all([one, two].map((page) => outcomeOf(page.ask({ op: 'join', mode: 'call' }))))
  expect(outcomes.toSorted()).toEqual(['joined', 'seat_taken'])
  for (const page of [one, two]) expect(page.socket.all('error').map(({ code }) => code)).not.toContain('answered_elsewhere')
  const [holder, other] = outcomes[0] === 'joined' ? [one, two] : [two, one]
  const { join, send } = joins[holder === one ? 0 : 1] ?? {}
  // Shown as the session's, whichever page it is.
  expect(holder.calls.at(-1)?.holder).toEqual(other.calls.at(-1)?.holder)

  const taken = await other.ask({ op: 'join', mode: 'call', takeOver: true })
  await holder.socket.next('media_event', ({ event }) => event.kind === 'released' && event.join === join)
  await expect(holder.ask({ op: 'restart_ice', transportId: send?.id ?? '' })).rejects.toThrow('seat_taken')
  expect(await other.ask({ op: 'restart_ice', transportId: taken.send.id })).toHaveProperty('iceParameters')
  await expect(holder.ask({ op: 'join', mode: 'call' })).rejects.toThrow('seat_taken')
  expect(visitor.calls.at(-1)?.state).toBe('connecting')
})

// covers: S-late-prepare S-holder-page
test('a page that prepares late leaves the call as it is', async () => {
  const { visitor, one, two, joins } = await twoStandBy()
  one.respond(true)
  await two.socket.next('media_event', ({ event }) => event.kind === 'released')
  await one.call('connecting', (call) => call.state === 'connecting')
  await visitor.ask({ op: 'join', mode: 'call' })
  await visitor.ask({ op: 'permission', state: 'asking' })
  expect(await one.ask({ op: 'join', mode: 'call' })).toMatchObject({ kept: true })
  await one.ask({ op: 'permission', state: 'asking' })
  await one.call('connected', (call) => call.state === 'connected')
  await expect(two.ask({ op: 'join', mode: 'prepare', fresh: true })).rejects.toThrow('call_not_there')
  expect(await one.ask({ op: 'restart_ice', transportId: joins[0]?.send.id ?? '' })).toHaveProperty('iceParameters')
  expect(one.socket.all('media_event').filter(({ event }) => event.kind === 'released')).toEqual([])
  expect(visitor.calls.at(-1)?.state).toBe('connected')
})

test('a page whose holder is closed needs no press', async () => {
  const { one, two } = await twoStandBy()
  one.respond(true)
  await one.call('connecting', (call) => call.state === 'connecting')
  await one.ask({ op: 'join', mode: 'call' })
  await expect(two.ask({ op: 'join', mode: 'call' })).rejects.toThrow('seat_taken')
  one.socket.cut()
  await eventually('the place to be free', async () => (await outcomeOf(two.ask({ op: 'join', mode: 'call' }))) === 'joined')
})
