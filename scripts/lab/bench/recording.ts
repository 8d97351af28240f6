/**
 * `npm run bench -- recording`: CPU of one recorded call: the node's additional use compared with the same call without recording, and that
 * of making one second of the film. Real browsers, the fake camera of Chromium.
 */

import { MediaBrowser } from '#scripts/testing/media/media-page.ts'
import { allow, connect, filmIs, recordingIs, start, stop } from '../../../services/signaling/test/recorded.ts'
import { Scenes } from '../../../services/signaling/test/scenes.ts'
import { cpuMilliseconds } from './cpu.ts'
import { saveReport } from './report.ts'

const SECONDS = 30
const pause = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1_000))

type Round = { readonly plain: number; readonly recorded: number; readonly film: number; readonly bytes: number }

export async function benchRecording(rounds: number): Promise<void> {
  const scenes = await Scenes.start()
  const browser = await MediaBrowser.launch()
  try {
    const all: Round[] = []
    for (let round = 1; round <= rounds; round += 1) {
      all.push(await oneRound(scenes, browser))
      console.log(`round ${round}  ${show(all.at(-1))}`)
    }
    const median = (of: (round: Round) => number) => all.map(of).toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0
    console.log(
      `median   ${show({ plain: median((r) => r.plain), recorded: median((r) => r.recorded), film: median((r) => r.film), bytes: 0 })}`,
    )
    saveReport('recording', all)
  } finally {
    await browser.close()
    await scenes.stop()
  }
}

const show = (round: Round | undefined) =>
  round &&
  `node ${round.plain.toFixed(1)} ms a second, recording ${round.recorded.toFixed(1)}; film ${round.film.toFixed(0)} ms a second of it`

/** CPU milliseconds per second of a process and its children. */
async function measured(pid: number | undefined, seconds: number): Promise<number> {
  const before = cpuMilliseconds([pid])
  await pause(seconds)
  return (cpuMilliseconds([pid]) - before) / seconds
}

async function oneRound(scenes: Scenes, browser: MediaBrowser): Promise<Round> {
  const scene = await scenes.ring()
  const { pid: sfu } = scenes.world.service('sfu')
  const { pid: doorbell } = scenes.world.service('doorbell')
  await connect(scenes, scene, browser)
  const plain = await measured(sfu, SECONDS)
  start(scene.resident)
  await allow(scene)
  const recorded = await measured(sfu, SECONDS)
  stop(scene.resident)
  await recordingIs(scene.resident, 'off')
  const before = cpuMilliseconds([doorbell])
  const film = await filmIs(scene.owner, scene.id, 'ready', 300_000)
  const making = (cpuMilliseconds([doorbell]) - before) / film.seconds
  await scenes.clear()
  return { plain, recorded, film: making, bytes: film.bytes }
}
