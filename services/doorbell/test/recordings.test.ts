// @all: pieces, copies and failures; signaling’s recording.test.ts makes a film
/** Recordings at doorbell: pieces as a node sends them, and the film made from them (record 0054). */
import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { openRecording, samplePiece, sendPiece } from '#scripts/testing/films.ts'
import { type Stack, startStack } from '#scripts/testing/stack.ts'
import { eventually } from '#scripts/testing/wait.ts'
import { type Door, device, openDoor, ring, visitorFrames } from './people.ts'

const MINUTE = 60_000
let world: Stack
let piece: Buffer
beforeAll(async () => {
  world = await startStack({ services: ['doorbell'] })
  piece = await samplePiece()
})
afterAll(() => world.stop())

const close = (recordingId: string) =>
  world.rpc('doorbell.close_recording', { recordingId, endedAt: new Date().toISOString(), reason: 'call_ended' })
const filmsOf = (door: Door) => world.rpc('doorbell.films', { limit: 50 }, device(door))
const filmIs = (door: Door, state: string) =>
  eventually(`a film that is ${state}`, async () => (await filmsOf(door)).find((film) => film.state === state), 90_000)
const stored = (folder: string) => {
  const path = join(world.filesDir, folder)
  return existsSync(path) ? readdirSync(path).filter((name) => !name.endsWith('.json')) : []
}
/** How often a film was made or could not be made. */
async function filmTries(): Promise<number> {
  const text = await (await fetch(`${world.httpOf('doorbell')}/metrics`)).text()
  return [...text.matchAll(/^doorbell_films_made_total\{.*\} (\d+)$/gm)].reduce((sum, [, count]) => sum + Number(count), 0)
}
const rows = (id: string) => world.postgres('doorbell', 'SELECT id FROM recordings WHERE id = $1', [id])
async function opened() {
  const door = await openDoor(world)
  const { id: activityId } = await ring(world, door)
  return { door, activityId, ...(await openRecording(world, activityId)) }
}

test('pieces in any order, one of them sent twice, make one film of their length', async () => {
  const { door, activityId, id, upload } = await opened()
  const visitor = await visitorFrames(world, activityId)
  for (const number of [2, 0, 1, 1]) expect(await sendPiece(world, upload, piece, { number, startsAtMs: number * 1_000 })).toBe(204)
  expect(await filmsOf(door)).toMatchObject([{ id, state: 'recording', bytes: 3 * piece.length, url: null }])
  await close(id)
  await close(id)
  const film = await filmIs(door, 'ready')
  expect(film).toMatchObject({ id, activityId, seconds: 3, kind: 'video' })
  expect((await visitor.next('visit_changed', ({ visit }) => visit.recordedUntil !== null)).visit.recordedUntil).toBe(film.expiresAt)
  expect(stored('films')).toHaveLength(2)
  await eventually('the pieces to be gone', () => stored('pieces').length === 0)
})

test('a device that vanished leaves a film as long as its recording', async () => {
  const { door, id, upload } = await opened()
  const voices = await samplePiece('voices')
  expect(await sendPiece(world, upload, voices, { ms: 6_000, hasVideo: false })).toBe(204)
  await close(id)
  expect(await filmIs(door, 'ready')).toMatchObject({ seconds: 6 })
})

test('only the holder of an upload header adds pieces, and only while it is recorded', async () => {
  const { id, upload } = await opened()
  const other = await opened()
  const before = stored('pieces').length
  for (const header of ['', 'forged', upload.slice(0, -3)]) expect(await sendPiece(world, header, piece)).toBe(404)
  await close(other.id)
  expect(await sendPiece(world, other.upload, piece)).toBe(404)
  expect(await sendPiece(world, upload, piece, { ms: -1 })).toBe(400)
  expect(stored('pieces')).toHaveLength(before)
  await world.rpc('doorbell.close_recording', { recordingId: id, endedAt: new Date().toISOString(), reason: 'failed' })
})

test('a step of a recording is in the story once, and the next recording of the visit has its own', async () => {
  const { door, activityId, id } = await opened()
  const step = (recordingId: string, kind: 'recording_asked' | 'recording_refused', second: number) =>
    world.rpc('doorbell.recording_step', { activityId, recordingId, step: kind, at: new Date(Date.now() + second * 1_000).toISOString() })
  await step(id, 'recording_asked', 1)
  await step(id, 'recording_asked', 2)
  await step(id, 'recording_refused', 3)
  await step(randomUUID(), 'recording_asked', 4)
  const { steps } = await world.rpc('doorbell.activity_story', { id: activityId }, device(door))
  expect(steps.map(({ kind }) => kind).filter((kind) => kind.startsWith('recording_'))).toEqual([
    'recording_asked',
    'recording_refused',
    'recording_asked',
  ])
  expect(JSON.stringify(steps)).not.toContain(id)
})

test('a recording without a piece leaves nothing', async () => {
  const { door, id } = await opened()
  await close(id)
  expect([await rows(id), await filmsOf(door)]).toEqual([[], []])
})

test('a node that falls silent loses only what it has not sent @all', async () => {
  const { door, upload } = await opened()
  await sendPiece(world, upload, piece)
  await world.clock.shift(MINUTE)
  expect(await filmIs(door, 'ready')).toMatchObject({ seconds: 1 })
})

test('a node that has nothing to send keeps its recording open', async () => {
  const { door, id, upload } = await opened()
  await sendPiece(world, upload, piece)
  await world.clock.shift(MINUTE / 2)
  expect(await sendPiece(world, upload, Buffer.alloc(0))).toBe(204)
  await world.clock.shift(MINUTE / 2)
  expect(await sendPiece(world, upload, piece, { number: 1, startsAtMs: 60_000 })).toBe(204)
  expect(await filmsOf(door)).toMatchObject([{ id, state: 'recording' }])
  await world.rpc('doorbell.remove_film', { id }, device(door))
})

test('a copy that dies while it makes a film leaves it to the next one', async () => {
  const { door, id, upload } = await opened()
  await sendPiece(world, upload, piece)
  // Like a copy that claimed it, and died.
  await world.postgres(
    'doorbell',
    "UPDATE recordings SET state = 'preparing', ended_at = now(), attempts = 1, made_until = now() + interval '1 day' WHERE id = $1",
    [id],
  )
  await world.clock.shift(1_000)
  expect(await filmsOf(door)).toMatchObject([{ state: 'preparing' }])
  await world.postgres('doorbell', "UPDATE recordings SET made_until = now() - interval '1 day' WHERE id = $1", [id])
  await filmIs(door, 'ready')
})

test('an owner’s second film waits for everybody’s first', async () => {
  const first = await opened()
  const ids = [first.id, (await openRecording(world, first.activityId)).id, (await opened()).id]
  // All together, so that the job finds them waiting; without pieces each fails after its tries.
  await world.postgres(
    'doorbell',
    `UPDATE recordings SET state = 'preparing', attempts = 9, ended_at = now() - interval '1 minute'
      + array_position($1::uuid[], id) * interval '1 second' WHERE id = ANY ($1)`,
    [ids],
  )
  const failed = () =>
    // In the order in which they were written.
    world.postgres<{ id: string }>(
      'doorbell',
      "SELECT id FROM recordings WHERE id = ANY ($1) AND state = 'failed' ORDER BY xmin::text::bigint",
      [ids],
    )
  await eventually('every film to be tried', async () => (await failed()).length === ids.length, 90_000)
  expect((await failed()).map(({ id }) => ids.indexOf(id))).toEqual([0, 2, 1])
})

test('a copy that stops gives its film back, and does not count that as a try @all', async () => {
  const { door, id, upload } = await opened()
  for (let number = 0; number < 12; number += 1) await sendPiece(world, upload, piece, { number, startsAtMs: number * 1_000 })
  await close(id)
  const attempts = async () =>
    (await world.postgres<{ attempts: number }>('doorbell', 'SELECT attempts FROM recordings WHERE id = $1', [id]))[0]?.attempts
  await eventually('it to be taken', async () => (await attempts()) === 1)
  await world.kill('doorbell', 'SIGTERM')
  expect(await attempts()).toBe(0)
  await world.restart('doorbell')
  await filmIs(door, 'ready')
})

test('a picture that would take the memory of the whole service is left out, and the voices are kept @all', async () => {
  const { door, id, upload } = await opened()
  expect(await sendPiece(world, upload, await samplePiece('huge'))).toBe(204)
  await close(id)
  expect(await filmIs(door, 'ready')).toMatchObject({ seconds: 1, posterUrl: null })

  // Between decodable pictures.
  const mixed = await opened()
  for (const [run, bytes] of [piece, await samplePiece('huge'), piece].entries())
    expect(await sendPiece(world, mixed.upload, bytes, { run, startsAtMs: run * 1_000 })).toBe(204)
  await close(mixed.id)
  expect(await filmIs(mixed.door, 'ready')).toMatchObject({ seconds: 3, posterUrl: expect.any(String) })
})

test('what is no film fails after three tries and keeps no bytes @all', async () => {
  const { door, id, upload } = await opened()
  await sendPiece(world, upload, Buffer.from('not a film'))
  await close(id)
  const failed = async () => {
    await world.clock.shift(MINUTE)
    return (await filmsOf(door)).find(({ state }) => state === 'failed')
  }
  expect(await eventually('the film to fail', failed, 90_000)).toMatchObject({ bytes: 0, url: null })
})

test('a film that is deleted while it is made is not kept @all', async () => {
  const { door, id, upload } = await opened()
  for (let number = 0; number < 8; number += 1) await sendPiece(world, upload, piece, { number, startsAtMs: number * 1_000 })
  const tries = await filmTries()
  await close(id)
  await eventually(
    'it to be taken',
    async () => (await world.postgres('doorbell', 'SELECT id FROM recordings WHERE id = $1 AND attempts > 0', [id])).length,
  )
  await world.rpc('doorbell.remove_film', { id }, device(door))
  await eventually('its making to end', async () => (await filmTries()) > tries, 60_000)
  const named = await world.postgres<{ film: string | null; poster: string | null }>('doorbell', 'SELECT film, poster FROM recordings')
  expect(stored('films').toSorted()).toEqual(named.flatMap(({ film, poster }) => [film ?? [], poster ?? []].flat()).toSorted())
  expect(await rows(id)).toEqual([])
})

test('an account whose films take 5 GB records no more until it deletes one', async () => {
  const { door, activityId, id, upload } = await opened()
  const bytes = 1_900_000_000
  for (let kept = 0; kept < 3; kept += 1)
    await world.postgres(
      'doorbell',
      `INSERT INTO recordings (id, activity_id, owner_id, kind, state, started_at, heard_at, bytes)
       SELECT gen_random_uuid(), activity_id, owner_id, kind, 'ready', started_at - interval '1 day', heard_at, $2
       FROM recordings WHERE id = $1`,
      [id, bytes],
    )
  expect(await sendPiece(world, upload, piece)).toBe(409)
  const check = () => world.rpc('doorbell.check_recording', { activityId })
  await expect(check()).rejects.toMatchObject({ code: 'recording_full' })
  const [kept] = (await filmsOf(door)).filter(({ state }) => state === 'ready')
  await world.rpc('doorbell.remove_film', { id: kept?.id ?? '' }, device(door))
  expect(await check()).toMatchObject({ autoRecord: false })
  await world.rpc('doorbell.remove_film', { id }, device(door))
})

// covers: recording_off
test('without ffmpeg, or with too little space, recording is off and says so', async () => {
  const without = await startStack({ services: ['doorbell'], envOf: { doorbell: { FFMPEG_BIN: '/nowhere/ffmpeg' } } })
  const full = await startStack({ services: ['doorbell'], envOf: { doorbell: { RECORDING_FREE_BYTES: '9000000000000000' } } })
  try {
    for (const [stack, params] of [
      [without, undefined],
      [full, { variant: 'disk' }],
    ] as const) {
      const { id } = await ring(stack, await openDoor(stack))
      await expect(stack.rpc('doorbell.check_recording', { activityId: id })).rejects.toMatchObject({ code: 'recording_off', params })
      await expect(openRecording(stack, id)).rejects.toMatchObject({ code: 'recording_off' })
    }
  } finally {
    await Promise.all([without.stop(), full.stop()])
  }
})
