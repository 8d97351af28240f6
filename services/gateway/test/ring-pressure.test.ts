/** A door under pressure: proof of work, turns, and its end (docs/product/decisions.md, 11; record 0042). */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { DOOR_FACTOR, LIMITS, RING_PRESSURE } from '#proto/limits.ts'
import type { RingWork } from '#proto/ring-proof.ts'
import type { HttpAnswer } from '#scripts/testing/http-client.ts'
import type { Person, Resident } from '#scripts/testing/people.ts'
import { report } from '#scripts/testing/report.ts'
import { solveRingProof } from '#scripts/testing/ring-proof.ts'
import { type SharedClockStack, sharedClockStack } from '#scripts/testing/shared-stack.ts'

let world: SharedClockStack
beforeAll(async () => {
  world = await sharedClockStack()
})
afterAll(() => world.close())

const { window: WINDOW, max } = LIMITS.ring
const FLOODING_ADDRESSES = 40
const RING = { visitorName: 'Vera Visitor', message: 'Hello, I am at the door.' }

const doorOf = ({ user }: Resident) => user.qrCodeId
const ring = (who: Person, door: string, proof?: string): Promise<HttpAnswer> =>
  who.http(`/api/doorbell/ring/${door}`, { method: 'POST', body: RING, headers: proof === undefined ? {} : { 'x-ring-proof': proof } })
const challengeOf = ({ body }: HttpAnswer) => (body as { readonly params: RingWork }).params
const atWindowsBeginning = (): Promise<void> => world.clock.shift(WINDOW - (world.clock.now() % WINDOW))

/** Puts a door under pressure: more rings in a minute than it takes, refused for their empty form once they are counted. */
async function press(door: string): Promise<void> {
  const people = Array.from({ length: DOOR_FACTOR + 1 }, () => world.person())
  const once = async (person: Person) => {
    for (let tried = 0; tried < max; tried += 1) await person.http(`/api/doorbell/ring/${door}`, { method: 'POST', body: {} })
    await person.leave()
  }
  await Promise.all(people.map(once))
}

async function doorUnderPressure(): Promise<string> {
  const door = doorOf(await world.resident())
  await atWindowsBeginning()
  await press(door)
  return door
}

// covers: X-ring-proof
test('a visitor with a proof rings while forty addresses flood', async () => {
  const resident = await world.resident()
  const door = doorOf(resident)
  await atWindowsBeginning()
  let floods = true
  const statuses = new Map<number, number>()
  const flood = async () => {
    const person = world.person()
    while (floods) {
      const { status } = await ring(person, door)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
    await person.leave()
  }
  const flooding = Array.from({ length: FLOODING_ADDRESSES }, flood)
  await press(door)
  const began = performance.now()
  const visitor = world.visitor()
  const refused = await ring(visitor, door)
  expect([refused.status, refused.body]).toEqual([
    429,
    expect.objectContaining({ code: 'ring_limited', params: { challenge: expect.any(String), difficulty: RING_PRESSURE.bitsLeast } }),
  ])
  expect((await ring(visitor, door, solveRingProof(challengeOf(refused)))).status).toBe(201)
  report(`ring under pressure: ${(performance.now() - began).toFixed(0)} ms`)
  floods = false
  await Promise.all(flooding)
  expect(statuses.get(201) ?? 0).toBeLessThanOrEqual(max * DOOR_FACTOR)
  expect(await resident.activities()).toContainEqual(expect.objectContaining(RING))
})

// covers: X-ring-proof
test('a proof is refused a second time', async () => {
  const door = await doorUnderPressure()
  const visitor = world.visitor()
  const proof = solveRingProof(challengeOf(await ring(visitor, door)))
  expect((await ring(visitor, door, proof)).status).toBe(201)
  const again = await ring(visitor, door, proof)
  expect([again.status, challengeOf(again)]).toEqual([429, expect.objectContaining({ challenge: expect.any(String) })])
})

test('a proof is refused from another address and at another door', async () => {
  const [door, other] = [await doorUnderPressure(), doorOf(await world.resident())]
  await press(other)
  const visitor = world.visitor()
  const proof = solveRingProof(challengeOf(await ring(visitor, door)))
  expect((await ring(world.visitor(), door, proof)).status).toBe(429)
  expect((await ring(visitor, other, proof)).status).toBe(429)
  expect((await ring(visitor, door, proof)).status).toBe(201)
})

test('a proof is refused after the minute that follows its own', async () => {
  const door = await doorUnderPressure()
  const [early, late] = [world.visitor(), world.visitor()]
  const proofs = await Promise.all([early, late].map(async (who) => solveRingProof(challengeOf(await ring(who, door)))))
  await world.clock.shift(WINDOW)
  expect((await ring(early, door, proofs[0])).status).toBe(201)
  await press(door)
  // Its turn, which is due by now.
  expect((await ring(late, door)).status).toBe(201)
  await world.clock.shift(WINDOW)
  expect((await ring(late, door, proofs[1])).status).toBe(429)
})

test('a proof without its work, or of a lower difficulty, is refused', async () => {
  const door = await doorUnderPressure()
  const visitor = world.visitor()
  const { challenge, difficulty } = challengeOf(await ring(visitor, door))
  const easier = challenge.replace(`.${difficulty}.`, '.1.')
  expect((await ring(visitor, door, solveRingProof({ challenge: easier, difficulty: 1 }))).status).toBe(429)
  const worthless = Array.from({ length: 4 }, (_, number) => `${challenge}.${number}`)
  const statuses = await Promise.all([...worthless, 'x'.repeat(5_000)].map(async (proof) => (await ring(visitor, door, proof)).status))
  expect(new Set(statuses)).toEqual(new Set([429]))
})

// covers: X-ring-turn
test('a plain client that waits its Retry-After rings under pressure', async () => {
  const door = await doorUnderPressure()
  const client = world.visitor()
  const seconds = Number((await ring(client, door)).headers['retry-after'])
  expect(seconds).toBeLessThanOrEqual(RING_PRESSURE.turnAfter / 1000)
  await world.clock.shift((seconds - 20) * 1000)
  await press(door)
  const early = await ring(client, door)
  expect(early.status).toBe(429)
  await world.clock.shift(Number(early.headers['retry-after']) * 1000)
  await press(door)
  expect((await ring(client, door)).status).toBe(201)
  expect((await ring(client, door)).status).toBe(429)
})

// covers: X-ring-pressure-ends
test('an ordinary ring works two minutes after a flood', async () => {
  const door = await doorUnderPressure()
  await world.clock.shift(WINDOW)
  expect((await ring(world.visitor(), door)).status).toBe(429)
  await world.clock.shift(WINDOW)
  expect((await ring(world.visitor(), door)).status).toBe(201)
})

test('an address that rings one door for long is challenged alone', async () => {
  const [door, other] = [doorOf(await world.resident()), doorOf(await world.resident())]
  const { ofAddress, ofAddressWindow } = RING_PRESSURE
  await world.clock.shift(ofAddressWindow - (world.clock.now() % ofAddressWindow))
  const caller = world.person()
  for (let rung = 0; rung < ofAddress; rung += 1) {
    if (rung > 0 && rung % (max - 2) === 0) await atWindowsBeginning()
    expect((await ring(caller, door)).status).toBe(201)
  }
  await atWindowsBeginning()
  const refused = await ring(caller, door)
  expect([refused.status, challengeOf(refused)]).toEqual([429, expect.objectContaining({ challenge: expect.any(String) })])
  expect((await ring(world.visitor(), door)).status).toBe(201)
  expect((await ring(caller, other)).status).toBe(201)
  expect((await ring(caller, door, solveRingProof(challengeOf(refused)))).status).toBe(201)
})

const FORM_TYPE = { 'content-type': 'application/x-www-form-urlencoded' }
const post = (who: Person, door: string, fields: Readonly<Record<string, string>>) =>
  who.http(`/visitor/${door}`, { method: 'POST', body: new URLSearchParams({ action: 'ring', ...fields }).toString(), headers: FORM_TYPE })
const refreshOf = ({ headers }: HttpAnswer) => /^(\d+); url=(.*)$/.exec(String(headers.refresh))?.slice(1) ?? []
const hiddenFields = ({ text }: HttpAnswer) =>
  Object.fromEntries([...text.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [name, value]))

// covers: X-ring-turn
test('without script the waiting page rings within a minute', async () => {
  const resident = await world.resident()
  const door = doorOf(resident)
  await atWindowsBeginning()
  await press(door)
  const visitor = world.visitor()
  const refused = await post(visitor, door, { visitorName: 'Nora <No> Script', message: 'Zwölf "Pakete"\nfür Sie', unitNumber: '4b' })
  expect([refused.status, refused.text.includes('Many people are ringing here')]).toEqual([429, true])
  let waited = 0
  let page = refused
  while (page.status !== 303) {
    const [seconds, path] = refreshOf(page)
    expect(path).toBe(`/visitor/${door}`)
    waited += Number(seconds)
    await world.clock.shift(Number(seconds) * 1000)
    page = await visitor.http(String(path))
  }
  report(`without script under pressure: rung after ${waited} s`)
  expect(waited).toBeLessThanOrEqual(60)
  expect(await resident.activities()).toContainEqual(
    expect.objectContaining({ visitorName: 'Nora <No> Script', message: 'Zwölf "Pakete"\nfür Sie', unitNumber: '4b', outcome: null }),
  )
  expect((await visitor.http(`/visitor/${door}`)).text).toContain('Calling Resident...')
})

test('a form that is not valid is shown at once, without waiting', async () => {
  const door = await doorUnderPressure()
  const answer = await post(world.visitor(), door, { visitorName: '', message: 'Only a message' })
  expect([answer.status, answer.headers.refresh]).toEqual([400, undefined])
  expect(answer.text).toContain('Only a message')
})

test('a visitor who gives up waiting gets the form with its texts', async () => {
  const door = await doorUnderPressure()
  const visitor = world.visitor()
  await post(visitor, door, RING)
  const form = await visitor.http(`/visitor/${door}?new=1`)
  expect([form.status, form.text.includes(RING.message)]).toEqual([200, true])
  await world.clock.shift(RING_PRESSURE.turnAfter)
  expect((await visitor.http(`/visitor/${door}`)).status).toBe(200)
})

test('a posted form with a proof rings at once', async () => {
  const door = await doorUnderPressure()
  const visitor = world.visitor()
  const refused = await post(visitor, door, { purpose: 'delivery', idempotencyKey: crypto.randomUUID() })
  const { work } = JSON.parse(/<script id="state"[^>]*>(.*?)<\/script>/.exec(refused.text)?.[1] ?? '{}') as { readonly work: RingWork }
  const fields = hiddenFields(refused)
  expect(fields).toMatchObject({ action: 'ring', purpose: 'delivery', ringProof: '' })
  const rung = await post(visitor, door, { ...fields, ringProof: solveRingProof(work) })
  expect([rung.status, rung.headers.location]).toEqual([303, `/visitor/${door}`])
})

test('ringing again without script waits for its turn too', async () => {
  const resident = await world.resident()
  const visitor = world.visitor()
  const { id } = await visitor.ring(resident, { purpose: 'service' })
  await visitor.call('doorbell.cancel', { id })
  const door = doorOf(resident)
  await atWindowsBeginning()
  await press(door)
  expect((await post(visitor, door, { action: 'again', visitId: String(id) })).status).toBe(429)
  await world.clock.shift(RING_PRESSURE.turnAfter)
  expect((await visitor.http(`/visitor/${door}`)).status).toBe(303)
  const [newest] = await resident.activities()
  expect(newest).toMatchObject({ purpose: 'service', outcome: null })
  expect(newest?.id).not.toBe(id)
})
