/** Three sfu nodes and two copies of signaling, and calls with real media on them. */
import { MediaBrowser } from '#scripts/testing/media/media-page.ts'
import { childrenOf, type ServiceProcess } from '#scripts/testing/process.ts'
import { readyNode } from '#scripts/testing/ready-node.ts'
import { report } from '#scripts/testing/report.ts'
import type { StackOptions } from '#scripts/testing/stack.ts'
import { eventually } from '#scripts/testing/wait.ts'
import { bothSeeAndHear, type Party } from './party.ts'
import { type Scene, Scenes } from './scenes.ts'

export type FleetNode = { readonly id: string; readonly process: ServiceProcess }
/**
 * Milliseconds. `moved`: until both sides had the next epoch. `silence`: the longest time of a side without a packet. `other`: of a call
 * on another node.
 */
export type Move = { readonly moved: number; readonly silence: number; readonly other: number }

const STARTED_WITHIN = 30_000

export class MediaFleet {
  readonly scenes: Scenes
  readonly #browser: MediaBrowser
  readonly #nodes: FleetNode[] = []

  private constructor(scenes: Scenes, browser: MediaBrowser) {
    this.scenes = scenes
    this.#browser = browser
  }

  static async start(envOfSfu: NonNullable<StackOptions['env']> = {}): Promise<MediaFleet> {
    const scenes = await Scenes.start({ envOf: { sfu: { MEDIA_WORKERS: '1', ...envOfSfu } } })
    const fleet = new MediaFleet(scenes, await MediaBrowser.launch())
    fleet.#nodes.push({ id: await readyNode(scenes.world), process: scenes.world.service('sfu') })
    await scenes.world.another('signaling')
    return fleet
  }

  async stop(): Promise<void> {
    await this.#browser.close()
    await this.scenes.stop()
  }

  /** Starts nodes until this many run. @param env of the new ones, in addition to that of every sfu */
  async scaleTo(count: number, env: NonNullable<StackOptions['env']> = {}): Promise<void> {
    for (let running = this.running.length; running < count; running += 1) {
      const known = await this.scenes.world.redis.smembers('sfu:nodes')
      const { process } = await this.scenes.world.another('sfu', env)
      this.#nodes.push({ id: await readyNode(this.scenes.world, known, STARTED_WITHIN), process })
    }
  }

  get running(): FleetNode[] {
    return this.#nodes.filter(({ process }) => process.running)
  }

  async nodeOf({ id }: Scene): Promise<FleetNode> {
    const stored = JSON.parse((await this.scenes.world.redis.get(`call:${id}`)) ?? '{}')
    const node = this.#nodes.find((known) => known.id === stored.node)
    if (!node) throw new Error(`the call is on ${stored.node}`)
    return node
  }

  workersOf({ process }: FleetNode): number[] {
    return childrenOf(process.pid ?? 0)
  }

  announced = async ({ id }: FleetNode): Promise<{ rooms?: number; draining?: boolean }> =>
    JSON.parse((await this.scenes.world.redis.get(`sfu:node:${id}`)) ?? '{}')

  /** A call whose sides send and receive camera and microphone. */
  async call(): Promise<Scene> {
    const scene = await this.scenes.ring()
    const pages = await Promise.all([scene.resident, scene.visitor].map((party) => party.opensPage(this.#browser)))
    scene.resident.respond(true)
    await scene.visitor.call('connecting', (call) => call.state === 'connecting')
    for (const page of pages) {
      await page.join('call', true)
      await page.produce(['microphone', 'camera'])
    }
    await scene.visitor.call('connected', (call) => call.state === 'connected')
    await bothSeeAndHear(scene)
    return scene
  }

  /** The one of two calls is on another node than the other, and neither node has a third. */
  async twoCalls(): Promise<readonly [Scene, Scene]> {
    await eventually('the rooms of earlier calls to be free', async () =>
      (await Promise.all(this.running.map(this.announced))).every(({ rooms }) => rooms === 0),
    )
    const first = await this.call()
    const node = await this.nodeOf(first)
    await eventually('the first call to be announced', async () => (await this.announced(node)).rooms === 1)
    const second = await this.call()
    if ((await this.nodeOf(second)) === node) throw new Error('both calls are on one node')
    return [first, second]
  }

  /**
   * Does something to the node of the first call, and follows that call as our pages do: they join again when they get a higher epoch.
   * Meanwhile the second call must not notice.
   */
  async move(what: string, [first, second]: readonly [Scene, Scene], work: (node: FleetNode) => unknown): Promise<Move> {
    const [epoch, other] = [first, second].map(({ visitor }) => visitor.calls.at(-1)?.epoch ?? 0)
    const parties = [first.visitor, first.resident]
    await Promise.all([first, second].flatMap(({ visitor, resident }) => [visitor, resident]).map(({ page }) => page?.watchArrivals()))
    const node = await this.nodeOf(first)
    const at = performance.now()
    await work(node)
    const moved = await Promise.all(parties.map((party) => rejoin(party, epoch ?? 0, at)))
    await first.resident.call('connected again', (call) => call.state === 'connected' && call.epoch > (epoch ?? 0))
    await bothSeeAndHear(first)
    await bothSeeAndHear(second)
    const move = { moved: Math.round(Math.max(...moved)), silence: await silenceOf(first), other: await silenceOf(second) }
    report(`${what}: moved after ${move.moved} ms, ${move.silence} ms without a packet; the other call ${move.other} ms`)
    if (second.visitor.calls.at(-1)?.epoch !== other) throw new Error('the other call has moved')
    return move
  }
}

/** @returns milliseconds from `at` until the party had the next epoch */
async function rejoin(party: Party, epoch: number, at: number): Promise<number> {
  await party.call('a higher epoch', (call) => call.epoch > epoch)
  const moved = performance.now() - at
  await eventually('to have joined again', () =>
    party.page?.join('call', true).then(
      () => true,
      () => false,
    ),
  )
  await party.page?.produce(['microphone', 'camera'])
  return moved
}

/** The longest time in which a side of the call received no packet, milliseconds. */
export async function silenceOf({ visitor, resident }: Scene): Promise<number> {
  const silences = await Promise.all([visitor, resident].map(({ page }) => page?.longestSilence()))
  return Math.round(Math.max(...silences.map((silence) => silence ?? 0)))
}
