/** Rings at a fixed rate (open loop), each from its own address and at its own door. */
import { setTimeout as pause } from 'node:timers/promises'
import { request } from 'undici'
import { agentFrom } from '#scripts/testing/http-client.ts'
import { atRate } from './open-loop.ts'

export type Load = { readonly url: string; readonly rate: number; readonly seconds: number; readonly doors: readonly string[] }
export type Measured = {
  /** Milliseconds from sending to the 201. */
  readonly answers: readonly number[]
  /** Milliseconds from sending to the frame on the resident's socket. */
  readonly frames: readonly number[]
  readonly failures: readonly Failure[]
}
/** A ring that got no 201, or whose frame did not arrive. */
export type Failure = {
  /** As of `performance.now()`. */
  readonly sent: number
  readonly reason: string
}

/** The arrival time of each activity's frame; filled by the owner of the sockets. */
export type Arrivals = Map<number, number>

export const FRAME_WAIT_MS = 3_000
/** A product that hangs must not hang the benchmark. */
const ANSWER_WAIT_MS = 15_000
let addresses = 0

function address(): string {
  addresses += 1
  return `127.${20 + (Math.floor(addresses / 62_500) % 200)}.${1 + (Math.floor(addresses / 250) % 250)}.${1 + (addresses % 250)}`
}

/** One visitor with a unique address. @throws Error with the status if it is not 201 */
export async function ringOnce(url: string, door: string): Promise<{ readonly id: number; readonly took: number; readonly sent: number }> {
  const agent = agentFrom(address())
  const sent = performance.now()
  try {
    const answer = await request(`${url}/api/doorbell/ring/${door}`, {
      method: 'POST',
      dispatcher: agent,
      headersTimeout: ANSWER_WAIT_MS,
      bodyTimeout: ANSWER_WAIT_MS,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ visitorName: 'Bench Visitor', message: 'At the door.' }),
    })
    const body = (await answer.body.json()) as { id: number; code?: string }
    if (answer.statusCode !== 201) throw new Error(`${answer.statusCode} ${body.code}`)
    return { id: body.id, took: performance.now() - sent, sent }
  } finally {
    await agent.close()
  }
}

/**
 * @param until ends the sending early
 * @throws Error if there are fewer doors than rings
 */
export async function ringAtRate(load: Load, arrivals: Arrivals, until?: AbortSignal): Promise<Measured> {
  const count = load.rate * load.seconds
  if (load.doors.length < count) throw new Error(`${count} rings need as many doors, there are ${load.doors.length}`)
  const failures: Failure[] = []
  const ring = async (index: number) => {
    const sent = performance.now()
    return ringOnce(load.url, load.doors[index] ?? '').catch((error: unknown) => void failures.push({ sent, reason: String(error) }))
  }
  const rings = await atRate(load.rate, load.seconds, ring, until)
  const done = rings.filter((one) => one !== undefined)
  const deadline = performance.now() + FRAME_WAIT_MS
  while (done.some(({ id }) => !arrivals.has(id)) && performance.now() < deadline) await pause(10)
  const frames: number[] = []
  for (const { id, sent } of done) {
    const at = arrivals.get(id)
    if (at === undefined) failures.push({ sent, reason: 'no frame' })
    else frames.push(at - sent)
  }
  return { answers: done.map(({ took }) => took), frames, failures }
}

/** @returns each kind of failure once, with its number */
export function failuresInWords(failures: readonly { readonly reason: string }[]): string {
  const counts = Map.groupBy(failures, ({ reason }) => reason)
  return [...counts].map(([reason, of]) => `${of.length} × ${reason}`).join('; ')
}
