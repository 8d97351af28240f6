/** Recording of calls, with real media on real servers (decision 19, decision record 0054). */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals'
import { MediaBrowser } from '#scripts/testing/media/media-page.ts'
import { eventually } from '#scripts/testing/wait.ts'
import { allow, connect, filmIs, probe, recordingIs, start, stop } from './recorded.ts'
import { Scenes } from './scenes.ts'

let scenes: Scenes
let browser: MediaBrowser
const folder = mkdtempSync(join(tmpdir(), 'films-'))
beforeAll(async () => {
  scenes = await Scenes.start({ supervised: true, envOf: { doorbell: { FILMS_NICE: '0' } } })
  browser = await MediaBrowser.launch()
}, 240_000)
afterEach(() => scenes.clear(), 30_000)
afterAll(async () => {
  await browser?.close()
  await scenes?.stop()
  rmSync(folder, { recursive: true, force: true })
}, 30_000)

// covers: E-recording
test('an allowed recording becomes a film that plays', async () => {
  const scene = await scenes.ring()
  const { visitor, resident, owner, id } = scene
  await connect(scenes, scene, browser)
  start(resident)
  const { startedAt } = await allow(scene)
  const began = performance.now()
  await eventually('12 seconds of recording', () => performance.now() - began > 12_000, 20_000)
  stop(visitor)
  const seconds = (performance.now() - began) / 1_000
  expect(await recordingIs(resident, 'off')).toMatchObject({ reason: 'stopped_by_visitor', startedAt })
  expect(resident.calls.at(-1)?.state).toBe('connected')
  const film = await filmIs(owner, id, 'ready')
  const probed = await probe(owner, film, folder)
  console.log(film, probed, seconds)
  expect(probed.codecs).toEqual(['aac', 'h264'])
  expect(Math.abs(probed.seconds - seconds)).toBeLessThan(2)
  expect(probed.bitRate).toBeLessThanOrEqual(1_500_000)
  resident.respond(false)
}, 240_000)
