/** The calls of `npm run bench -- soak`: one after the other, between two pages with fake devices, whose media is checked all the time. */
import { setTimeout as pause } from 'node:timers/promises'
import { MediaBrowser } from '#scripts/testing/media/media-page.ts'
import type { Stack } from '#scripts/testing/stack.ts'
import { bothSeeAndHear, Party } from '../../../services/signaling/test/party.ts'

const CHECK_EVERY_MS = 15_000
/** Video and audio arrive on both sides within this time, whenever it is looked at. */
const MEDIA_WITHIN_MS = 10_000

/** `checks`: how often video and audio arrived on both sides. */
export type SoakCall = { readonly seconds: number; readonly checks: number }

export type SoakCallsOptions = {
  readonly world: Stack
  readonly count: number
  /** Of all calls together. */
  readonly milliseconds: number
  readonly until: AbortSignal
  /** Called for each call that had media until its end. */
  readonly onCall: (call: SoakCall) => void
  readonly onError: (reason: string) => void
}

export async function callsInTurn({ world, count, milliseconds, until, onCall, onError }: SoakCallsOptions): Promise<void> {
  const browser = await MediaBrowser.launch()
  try {
    const began = performance.now()
    for (let number = 1; number <= count && !until.aborted; number += 1) {
      const from = performance.now()
      await oneCall(world, browser, began + (number * milliseconds) / count, until).then(
        (checks) => onCall({ seconds: (performance.now() - from) / 1_000, checks }),
        (error: unknown) => onError(`call ${number}: ${error instanceof Error ? error.message : String(error)}`),
      )
    }
  } finally {
    await browser.close()
  }
}

/** @param ends as of `performance.now()` @returns how often media was found @throws if it was not */
async function oneCall(world: Stack, browser: MediaBrowser, ends: number, until: AbortSignal): Promise<number> {
  const owner = await world.resident({ premium: true })
  const residentSocket = await owner.socket()
  const person = world.visitor()
  const visit = await person.ring(owner)
  const resident = new Party(residentSocket, visit.id)
  const visitor = new Party(await person.socket(visit), visit.id)
  try {
    const pages = [await resident.opensPage(browser), await visitor.opensPage(browser)]
    resident.respond(true)
    await visitor.call('connecting', (call) => call.state === 'connecting')
    for (const page of pages) {
      await page.join('call', true)
      await page.produce(['microphone', 'camera'])
    }
    await visitor.call('connected', (call) => call.state === 'connected')
    let checks = 0
    do {
      await bothSeeAndHear({ visitor, resident }, MEDIA_WITHIN_MS)
      checks += 1
      const left = Math.max(0, ends - performance.now())
      await pause(Math.min(CHECK_EVERY_MS, left), undefined, { signal: until }).catch(() => undefined)
    } while (!until.aborted && performance.now() < ends)
    resident.respond(false)
    await visitor.call('the end', (call) => call.state === 'ended')
    return checks
  } finally {
    await Promise.all([resident, visitor].map((party) => party.leaves()))
    await Promise.all([owner, person].map((one) => one.leave()))
  }
}
