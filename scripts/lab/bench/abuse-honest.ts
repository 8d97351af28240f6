/** The honest clients of `npm run bench -- abuse`: a resident who lists activities, visitors who ring at other doors, one with a photo. */
import { setTimeout as pause } from 'node:timers/promises'
import { request } from 'undici'
import { RingWork } from '#proto/ring-proof.ts'
import { agentFrom } from '#scripts/testing/http-client.ts'
import { solveRingProof } from '#scripts/testing/ring-proof.ts'
import type { Stack } from '#scripts/testing/stack.ts'
import type { Honest } from './abuse-report.ts'
import { atRate } from './open-loop.ts'
import { ringOnce } from './ring-load.ts'

const LISTS_PER_SECOND = 8
const RINGS_PER_SECOND = 4
const PHOTO_MS = 60_000

export type HonestPeople = {
  readonly url: string
  readonly seconds: number
  /** The address of the resident who lists activities. */
  readonly address: string
  readonly cookie: string
  /** Several doors, because LIMITS bounds the rings of one door. */
  readonly doors: readonly string[]
}

export async function sendHonestly({ url, seconds, address, cookie, doors }: HonestPeople): Promise<Honest> {
  const dispatcher = agentFrom(address)
  const failures: string[] = []
  const list = async () => {
    const began = performance.now()
    const answer = await request(`${url}/api/activities`, { dispatcher, headers: { cookie } })
    await answer.body.dump()
    if (answer.statusCode !== 200) throw new Error(`list: ${answer.statusCode}`)
    return performance.now() - began
  }
  const ring = async (index: number) => (await ringOnce(url, doors[index % doors.length] ?? '')).took
  const timed = async (rate: number, send: (index: number) => Promise<number>) => {
    const took = await atRate(rate, seconds, (index) => send(index).catch((error: unknown) => void failures.push(String(error))))
    return took.filter((time) => time !== undefined)
  }
  const [lists, rings] = await Promise.all([timed(LISTS_PER_SECOND, list), timed(RINGS_PER_SECOND, ring)])
  await dispatcher.destroy()
  return { lists, rings, failures }
}

/** @returns milliseconds from a ring with a photo until the visit shows the photo */
export async function showPhoto(world: Stack, door: string, photo: string): Promise<number> {
  const visitor = world.visitor()
  const began = performance.now()
  const { id } = await visitor.ring(door, { photo })
  const socket = await visitor.socket({ id })
  await socket.next('visit_changed', ({ visit }) => visit.photoUrl !== null, PHOTO_MS)
  const took = performance.now() - began
  await visitor.leave()
  return took
}

/** How long the attack has lasted when the honest visitor arrives. */
const COMES_AFTER_MS = 3_000

/** @returns milliseconds until an honest visitor's ring at the attacked door is accepted, with the required proof of work */
export async function ringUnderPressure(world: Stack, door: string): Promise<number> {
  await pause(COMES_AFTER_MS)
  const visitor = world.visitor()
  const began = performance.now()
  let proof: Readonly<Record<string, string>> = {}
  for (;;) {
    const body = { visitorName: 'Vera Visitor', message: 'Hello.' }
    const answer = await visitor.http(`/api/doorbell/ring/${door}`, { method: 'POST', body, headers: proof })
    if (answer.status === 201) return performance.now() - began
    proof = { 'x-ring-proof': solveRingProof(RingWork.parse((answer.body as { readonly params?: unknown }).params)) }
  }
}
