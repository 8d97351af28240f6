/** The setup of `npm run bench -- abuse`: the product, the baseline server, the attack generator and the clients. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import sharp from 'sharp'
import type { Resident } from '#scripts/testing/people.ts'
import { type Stack, startStack } from '#scripts/testing/stack.ts'
import { type Memory, nodeOptions } from './heap.ts'

/** Longer than an attack, shorter than a round. */
const RING_LIFE_MS = 6_000
const LISTED = 30
const INSPECTED = ['gateway', 'doorbell'] as const
type Inspected = (typeof INSPECTED)[number]

export type AbuseWorld = {
  readonly stack: Stack
  readonly bareUrl: string
  readonly generator: ChildProcess
  /** The honest resident who lists activities, the residents at whose doors visitors ring, and the attacker's own account. */
  readonly residents: {
    readonly lists: Resident
    readonly rung: readonly Resident[]
    readonly attacker: Resident
  }
  /** An honest photo, and those of the attack, as data URLs. */
  readonly photos: { readonly honest: string; readonly attack: readonly string[] }
  memory(): Promise<Record<Inspected, Memory>>
  stop(): Promise<void>
}

const startProcess = (file: string) => fork(join(import.meta.dirname, file), { env: { PATH: process.env.PATH } })

export async function startAbuseWorld(): Promise<AbuseWorld> {
  const options = await nodeOptions(INSPECTED)
  const stack = await startStack({ durable: true, payments: true, env: { RING_LIFE_MS: String(RING_LIFE_MS) }, envOf: options.envOf })
  const bare = startProcess('abuse-bare.ts')
  const generator = startProcess('abuse-generator.ts')
  const stop = async () => {
    bare.disconnect()
    generator.disconnect()
    await stack.stop()
  }
  const memory = async () => ({ gateway: await options.memory(stack, 'gateway'), doorbell: await options.memory(stack, 'doorbell') })
  try {
    const [port] = (await once(bare, 'message')) as [number]
    const photos = { honest: await photoOf(1280, 960), attack: [await photoOf(7_000, 7_000), await photoOf(4_400, 4_400)] }
    const residents = await registerResidents(stack)
    return { stack, bareUrl: `http://127.0.0.1:${port}`, generator, residents, photos, memory, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function registerResidents(stack: Stack): Promise<AbuseWorld['residents']> {
  const [lists, attacker] = [await stack.resident(), await stack.resident()]
  const rung = [await stack.resident(), await stack.resident(), await stack.resident()]
  for (const resident of [lists, ...rung]) await resident.socket()
  for (let count = 0; count < LISTED; count += 1) await stack.visitor().ring(lists)
  return { lists, rung, attacker }
}

/** A single-colour progressive JPEG: the smallest file for the number of pixels. */
async function photoOf(width: number, height: number): Promise<string> {
  const picture = sharp({ create: { width, height, channels: 3, background: '#2196f3' } }).jpeg({ progressive: true, quality: 30 })
  return `data:image/jpeg;base64,${(await picture.toBuffer()).toString('base64')}`
}
