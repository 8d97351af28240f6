/**
 * `npm run bench -- abuse`: the effect of one attacking address on honest clients, each attack interleaved with quiet rounds and a baseline
 * server under the same traffic.
 */
import { loadavg } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { ATTACKS, type Attacker, type Sent } from './abuse-attacks.ts'
import type { Order, Progress } from './abuse-generator.ts'
import { ringUnderPressure, sendHonestly, showPhoto } from './abuse-honest.ts'
import { CONTROL, LIKE_CONTROL, printAbuse, QUIET, type Round } from './abuse-report.ts'
import { type AbuseWorld, startAbuseWorld } from './abuse-world.ts'
import { saveReport } from './report.ts'

const SECONDS = 5
/** An attack that lasts longer than a limit's window shows the effect of the next window. */
const SECONDS_OF: Readonly<Record<string, number>> = { crowd: 60 }
const secondsOf = (name: string) => SECONDS_OF[name] ?? SECONDS
/** Waits for the remaining work of an attack, so that it counts in its own round. */
const SETTLE_MS = 2_000

/** @param only runs these attacks alone, and those they are compared with @returns whether every bound holds */
export async function benchAbuse(rounds: number, only?: readonly string[]): Promise<boolean> {
  const beside = [QUIET, ...(only?.some((name) => LIKE_CONTROL.includes(name)) ? [CONTROL] : [])]
  const names = Object.keys(ATTACKS).filter((name) => !only || only.includes(name) || beside.includes(name))
  const world = await startAbuseWorld()
  try {
    // Warm-up.
    await oneRound(world, QUIET, 0)
    const results = new Map<string, Round[]>(names.map((name) => [name, []]))
    const loads: number[] = []
    for (let count = 1; count <= rounds; count += 1) {
      loads.push(loadavg()[0] ?? Number.NaN)
      for (const name of count % 2 ? names : [...names].reverse()) {
        const round = await oneRound(world, name, count)
        results.get(name)?.push(round)
        console.log(`round ${count}  ${name.padEnd(6)} ${inShort(round)}`)
      }
    }
    saveReport('abuse', { loads, rounds: Object.fromEntries(results) })
    console.log(`\nload average at the beginning of each round: ${loads.map((load) => load.toFixed(1)).join(', ')}`)
    return printAbuse(results)
  } finally {
    await world.stop()
  }
}

async function oneRound(world: AbuseWorld, name: string, count: number): Promise<Round> {
  const attacker = await attackerOf(world, name, count)
  const { residents, stack } = world
  const { address, cookieHeader: cookie } = residents.lists.client
  const doors = residents.rung.map(({ user }) => user.qrCodeId)
  const honest = { seconds: secondsOf(name), address, cookie, doors }
  const underAttack = await attack(world, name, attacker, () =>
    Promise.all([
      sendHonestly({ ...honest, url: stack.url }),
      showPhoto(stack, doors[0] ?? '', world.photos.honest),
      name === 'crowd' ? ringUnderPressure(stack, attacker.door) : undefined,
    ]),
  )
  const [product, photo, attackedDoor] = underAttack.met
  await pause(SETTLE_MS)
  const memory = await world.memory()
  const bare = await attack(world, name, { ...attacker, url: world.bareUrl }, () => sendHonestly({ ...honest, url: world.bareUrl }))
  const { answers, messages, bytes } = underAttack.sent
  const beside = attackedDoor === undefined ? {} : { attackedDoor }
  return { product, photo, bare: bare.met, answers, messages, bytesPerSecond: bytes / secondsOf(name), memory, ...beside }
}

/** The attacker's address, ring and door are new, so that every round begins with unused limits. */
export async function attackerOf({ stack, residents, photos }: AbuseWorld, name: string, count: number): Promise<Attacker> {
  const address = `127.251.${count + 1}.${1 + Object.keys(ATTACKS).indexOf(name)}`
  const visitor = stack.visitor(address)
  const attacked = await stack.resident()
  await attacked.socket()
  const { id } = await visitor.ring(attacked)
  const { attacker } = residents
  return {
    url: stack.url,
    address,
    seconds: secondsOf(name),
    door: attacked.user.qrCodeId,
    visitor: { cookie: visitor.client.cookieHeader, activityId: id },
    account: { cookie: attacker.client.cookieHeader, userId: attacker.user.id },
    photos: photos.attack,
  }
}

/** @param meet the requests of the honest clients, which start with the attack */
export async function attack<T>(
  { generator }: AbuseWorld,
  name: string,
  attacker: Attacker,
  meet: () => Promise<T>,
): Promise<{ readonly met: T; readonly sent: Sent }> {
  let begin: () => void = () => undefined
  const begins = new Promise<void>((resolve) => {
    begin = resolve
  })
  const ended = new Promise<Sent>((resolve) => {
    const hear = (progress: Progress) => {
      if (progress === 'begins') return begin()
      generator.off('message', hear)
      resolve(progress)
    }
    generator.on('message', hear)
  })
  generator.send({ attack: name, attacker } satisfies Order)
  await begins
  const [met, sent] = await Promise.all([meet(), ended])
  return { met, sent }
}

function inShort({ product, answers, photo, memory }: Round): string {
  const most = (times: readonly number[]) => Math.max(...times).toFixed(0)
  const heaps = Object.entries(memory).map(([service, { heapMb, rssMb }]) => `${service} ${heapMb.toFixed(1)} of ${rssMb.toFixed(0)} MB`)
  const times = `list up to ${most(product.lists)} ms, ring up to ${most(product.rings)} ms, photo ${photo.toFixed(0)} ms`
  return `${times}  ${JSON.stringify(answers)}  ${heaps.join(', ')}  ${product.failures.join('; ')}`
}
