/** Recording of calls, with real media on real servers (docs/product/decisions.md, 19; record 0054). */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals'
import { RECORDING } from '#proto/limits.ts'
import { RecordingStep, type StoredRecording } from '#proto/recording.ts'
import { makeFilm } from '#scripts/testing/films.ts'
import { MediaBrowser } from '#scripts/testing/media/media-page.ts'
import type { Resident } from '#scripts/testing/people.ts'
import { eventually } from '#scripts/testing/wait.ts'
import { allow, answer, connect, filmIs, longestSilence, plays, probe, recordingIs, show, start, stop } from './recorded.ts'
import { type Scene, Scenes } from './scenes.ts'

const DAY = 86_400_000
let scenes: Scenes
let browser: MediaBrowser
const folder = mkdtempSync(join(tmpdir(), 'films-'))
beforeAll(async () => {
  scenes = await Scenes.start({ supervised: true, envOf: { doorbell: { FORGET_EVERY_MS: '1000' } } })
  browser = await MediaBrowser.launch()
})
afterEach(() => scenes.clear())
afterAll(async () => {
  await browser?.close()
  await scenes?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** The names of the files of recordings in the file store. */
const filesOf = (kind: 'films' | 'pieces') => {
  const names = () => readdirSync(join(scenes.world.filesDir, kind)).filter((name) => !name.endsWith('.json'))
  try {
    return names()
  } catch {
    return []
  }
}
/** The names of an activity's film and poster. */
async function namesOf(activityId: number): Promise<string[]> {
  const rows = await scenes.world.postgres<{ film: string; poster: string }>(
    'doorbell',
    'SELECT film, poster FROM recordings WHERE activity_id = $1',
    [activityId],
  )
  return rows.flatMap(({ film, poster }) => [film, poster])
}
const inStore = (names: readonly string[]) => filesOf('films').filter((name) => names.includes(name))
const rowsOf = (activityId: number) => scenes.world.postgres('doorbell', 'SELECT id FROM recordings WHERE activity_id = $1', [activityId])

/** The entries of recordings in the ring's timeline. */
async function stepsOf(owner: Resident, id: number): Promise<string[]> {
  const { steps } = await owner.call('doorbell.activity_story', { id })
  return steps.map(({ kind }) => kind).filter((kind) => RecordingStep.safeParse(kind).success)
}

async function recordFor(ms: number): Promise<number> {
  const began = performance.now()
  await eventually(`${ms} ms of recording`, () => performance.now() - began > ms, ms + 10_000)
  return performance.now() - began
}

/** A ring with a film that is ready. */
async function filmed() {
  const owner = await scenes.world.resident({ premium: true })
  const visitorPerson = scenes.world.visitor()
  const { id } = await visitorPerson.ring(owner)
  await makeFilm(scenes.world, owner, id)
  const [film] = await owner.call('doorbell.films', {})
  if (!film) throw new Error('the film is not listed')
  return { owner, visitorPerson, id, film }
}

// covers: doorbell.films doorbell.film_poster client.recording_start client.recording_stop doorbell.film range_invalid doorbell.remove_film
test('an allowed recording becomes a film that plays, is sent to its owner alone, and is gone when deleted @all', async () => {
  const scene = await scenes.ring()
  const { visitor, resident, owner, id } = scene
  await connect(scenes, scene, browser)
  start(resident)
  const { startedAt } = await allow(scene)
  const seconds = (await recordFor(12_000)) / 1_000
  stop(visitor)
  expect(await recordingIs(resident, 'off')).toMatchObject({ reason: 'stopped_by_visitor', startedAt })
  expect(resident.calls.at(-1)?.state).toBe('connected')
  const film = await filmIs(owner, id, 'ready')
  const probed = await probe(owner, film, folder)
  expect(probed).toMatchObject({ codecs: ['aac', 'h264'], width: 960, height: 720 })
  expect(Math.abs(probed.seconds - seconds)).toBeLessThan(2)
  expect(probed.bitRate).toBeLessThanOrEqual(RECORDING.bitsPerSecond)
  const { body } = await owner.client.bytes(film.url ?? '')
  expect(resident.page && (await plays(resident.page.page, body))).toEqual({ width: 960, passed: true })
  const poster = await owner.client.bytes(film.posterUrl ?? '')
  expect([poster.status, poster.headers['content-type']]).toEqual([200, 'image/jpeg'])
  expect((await visitor.socket.next('visit_changed', ({ visit }) => visit.recordedUntil !== null)).visit.recordedUntil).toBe(film.expiresAt)
  expect(await stepsOf(owner, id)).toEqual(['recording_asked', 'recording_allowed', 'recording_started', 'stopped_by_visitor'])
  await eventually('the pieces to be gone', () => filesOf('pieces').length === 0)
  resident.respond(false)
  await expectSentToOwnerAlone(scene, film)

  const names = await namesOf(id)
  expect(inStore(names)).toHaveLength(2)
  await owner.call('doorbell.remove_film', { id: film.id })
  expect([await rowsOf(id), inStore(names), await owner.call('doorbell.films', {})]).toEqual([[], [], []])
  expect((await owner.client.bytes(film.url ?? '')).status).toBe(404)
})

/** In whole and in parts (RFC 9110, 14). */
async function expectSentToOwnerAlone({ owner, visitorPerson }: Scene, film: StoredRecording): Promise<void> {
  const path = film.url ?? ''
  const whole = await owner.client.bytes(path)
  const part = await owner.client.bytes(path, { range: 'bytes=100-199' })
  expect(part.status).toBe(206)
  expect(part.headers).toMatchObject({ 'content-range': `bytes 100-199/${whole.body.length}`, 'accept-ranges': 'bytes' })
  expect(part.body).toEqual(whole.body.subarray(100, 200))
  expect((await owner.client.bytes(path, { range: `bytes=${whole.body.length}-` })).status).toBe(416)
  const other = await scenes.world.resident({ premium: true })
  for (const url of [path, film.posterUrl ?? '']) {
    expect((await other.client.bytes(url)).status).toBe(404)
    expect((await visitorPerson.client.bytes(url)).status).toBe(401)
  }
  await expect(other.call('doorbell.remove_film', { id: film.id })).rejects.toMatchObject({ status: 404 })
  expect((await owner.client.bytes(path)).status).toBe(200)
}

test('erasing a visit erases its film and poster @all', async () => {
  const { owner, visitorPerson, id } = await filmed()
  const names = await namesOf(id)
  expect(inStore(names)).toHaveLength(2)
  expect((await owner.activities()).find((activity) => activity.id === id)?.films).toBe(1)
  await scenes.world.clock.shift(DAY)
  await visitorPerson.call('doorbell.erase_visit', { id })
  expect([await rowsOf(id), inStore(names)]).toEqual([[], []])
  expect((await owner.activities()).find((activity) => activity.id === id)?.films).toBe(0)
})

test('the end of its storage time deletes a film @all', async () => {
  const { id } = await filmed()
  const names = await namesOf(id)
  expect(inStore(names)).toHaveLength(2)
  await scenes.world.clock.shift(31 * DAY)
  await eventually('the film to be gone', async () => (await rowsOf(id)).length === 0 && inStore(names).length === 0, 90_000)
})

// covers: E-auto-record client.recording_answer recording_over client.recording_shown
test('who is asked by autoRecordVisits and says No or nothing, or whose page does not show the mark, is not recorded', async () => {
  const owner = await scenes.world.resident({ premium: true })
  await owner.call('doorbell.change_preferences', { switches: { autoRecordVisits: true } })
  const scene = await scenes.ring({ owner })
  const { visitor, resident, id } = scene
  await connect(scenes, scene, browser)
  const first = await recordingIs(visitor, 'asking')
  answer(visitor, first.id, false)
  expect(await recordingIs(resident, 'off')).toMatchObject({ reason: 'refused', startedAt: null })

  start(resident)
  const second = await recordingIs(resident, 'asking', (view) => view.id !== first.id)
  answer(visitor, first.id, true)
  expect(await visitor.socket.next('error')).toMatchObject({ code: 'recording_over' })
  await scenes.world.clock.shift(RECORDING.askedFor)
  await recordingIs(resident, 'off', (view) => view.id === second.id && view.reason === 'unanswered')

  start(resident)
  const third = await recordingIs(visitor, 'asking', (view) => view.id !== second.id)
  answer(visitor, third.id, true)
  await recordingIs(resident, 'starting')
  show(resident, third.id)
  expect(await recordingIs(visitor, 'off', undefined, 10_000)).toMatchObject({ reason: 'not_shown', startedAt: null, asksLeft: 0 })

  start(resident)
  expect(await resident.socket.next('error')).toMatchObject({ code: 'recording_over', params: { variant: 'asked' } })
  expect(await rowsOf(id)).toEqual([])
  const question = 'recording_asked'
  expect(await stepsOf(owner, id)).toEqual(
    [
      [question, 'recording_refused'],
      [question, 'recording_unanswered'],
      [question, 'recording_allowed', 'recording_failed'],
    ].flat(),
  )
})

test('an audio call becomes a film of voices alone @all', async () => {
  const scene = await scenes.ring()
  await connect(scenes, scene, browser, ['microphone'])
  start(scene.resident)
  await allow(scene)
  await recordFor(4_000)
  stop(scene.visitor)
  const film = await filmIs(scene.owner, scene.id, 'ready')
  expect(film).toMatchObject({ kind: 'audio', posterUrl: null })
  expect((await probe(scene.owner, film, folder)).codecs).toEqual(['aac'])
})

test('a camera that is turned off for a while leaves one film @all', async () => {
  const scene = await scenes.ring()
  await connect(scenes, scene, browser)
  start(scene.resident)
  await allow(scene)
  const began = performance.now()
  await recordFor(3_000)
  await scene.visitor.page?.setPaused('camera', true)
  await recordFor(2_000)
  await scene.visitor.page?.setPaused('camera', false)
  await recordFor(4_000)
  const seconds = (performance.now() - began) / 1_000
  stop(scene.visitor)
  const film = await filmIs(scene.owner, scene.id, 'ready')
  const probed = await probe(scene.owner, film, folder)
  expect(probed.codecs).toEqual(['aac', 'h264'])
  expect(Math.abs(probed.seconds - seconds)).toBeLessThan(3)
  // The fake microphones beep every second.
  expect(await longestSilence(film, folder)).toBeLessThan(1.6)
})

test('a rejoin ends the recording, and the visitor is asked again; a deleted second film ends on both pages @all', async () => {
  const scene = await scenes.ring()
  const { visitor, resident, owner, id } = scene
  await connect(scenes, scene, browser)
  start(resident)
  const first = await allow(scene)
  await recordFor(3_000)
  await resident.page?.join('call', true)
  await resident.page?.produce(['microphone', 'camera'])
  await recordingIs(visitor, 'asking', (view) => view.id !== first.id, 20_000)
  expect(visitor.calls.some(({ recording }) => recording?.state === 'off' && recording.reason === 'interrupted')).toBe(true)

  const again = await allow(scene)
  await owner.call('doorbell.remove_film', { id: again.id })
  for (const party of [resident, visitor])
    expect(await recordingIs(party, 'off', ({ id: of }) => of === again.id, 3_000)).toMatchObject({ startedAt: null })
  expect(resident.calls.at(-1)?.state).toBe('connected')
  const film = await filmIs(owner, id, 'ready')
  expect([film.id, await rowsOf(id)]).toEqual([first.id, [{ id: first.id }]])
})

test('an emptied Redis ends the recording, which nobody would show any more @all', async () => {
  const scene = await scenes.ring()
  await connect(scenes, scene, browser)
  start(scene.resident)
  await allow(scene)
  await recordFor(3_000)
  await scenes.world.redis.flushall()
  expect(await filmIs(scene.owner, scene.id, 'ready')).toMatchObject({ activityId: scene.id })
  await scenes.callsReady()
})

test('a killed node costs at most ten seconds of the film @all', async () => {
  const scene = await scenes.ring()
  const { resident, owner, id } = scene
  await connect(scenes, scene, browser)
  start(resident)
  await allow(scene)
  const seconds = (await recordFor(13_000)) / 1_000
  await scenes.world.kill('sfu')
  await recordingIs(resident, 'off', ({ reason }) => reason === 'interrupted', 20_000)
  await scenes.world.clock.shift(60_000)
  const film = await filmIs(owner, id, 'ready')
  const probed = await probe(owner, film, folder)
  expect(probed.codecs).toEqual(['aac', 'h264'])
  expect(probed.seconds).toBeGreaterThan(seconds - 10)
  expect(probed.seconds).toBeLessThan(seconds + 2)
  await scenes.world.running('sfu')
})

// covers: doorbell.recording_status recording_full
test('a full account, and one without Premium, are refused before the visitor is asked', async () => {
  const scene = await scenes.ring()
  await connect(scenes, scene, browser, ['microphone'])
  const { owner, resident, visitor, id } = scene
  await useUp(owner, id)
  start(resident)
  expect(await resident.socket.next('error')).toMatchObject({ code: 'recording_full' })
  expect(await owner.call('doorbell.recording_status', {})).toMatchObject({ unavailable: 'storage_full', maxBytes: RECORDING.accountBytes })

  await scenes.world.rpc('billing.revoke_grant', { userId: owner.user.id, by: 'test' })
  start(resident)
  expect(await resident.socket.next('error')).toMatchObject({ code: 'subscription_required', params: { variant: 'recording' } })
  expect(visitor.calls.every(({ recording }) => !recording)).toBe(true)
})

/** Rows of films that use all of an account's space. */
async function useUp(owner: Resident, activityId: number): Promise<void> {
  const each = 1_000_000_000
  for (let used = 0; used < RECORDING.accountBytes; used += each)
    await scenes.world.postgres(
      'doorbell',
      `INSERT INTO recordings (id, activity_id, owner_id, kind, state, started_at, heard_at, bytes)
       VALUES (gen_random_uuid(), $1, $2, 'video', 'ready', now(), now(), $3)`,
      [activityId, owner.user.id, each],
    )
}
