import { expect, type Page } from '@playwright/test'
import type { Resident } from '#scripts/testing/people.ts'
import type { ServiceProcess } from '#scripts/testing/process.ts'
import { readyNode } from '#scripts/testing/ready-node.ts'
import { report } from '#scripts/testing/report.ts'
import type { Stack } from '#scripts/testing/stack.ts'
import { expectEnded, expectTwoWay, hangUp, startVideoCall } from '../actions.ts'
import { test } from '../fixtures.ts'
import { watchPicture } from '../media.ts'

/**
 * Milliseconds that a side may be without a new frame. The product promises four seconds (docs/performance.md has what was measured); on a
 * busy machine the pages alone take that long. A page that is not told of the move joins again after eight.
 */
const PICTURE_WITHIN = 8_000
const RETURNED_WITHIN = 20_000
const END_WITHIN = 30_000

/** The nodes that a test starts beside the product's own. */
class Nodes {
  readonly #world: Stack
  readonly #copies = new Map<string, ServiceProcess>()

  constructor(world: Stack) {
    this.#world = world
  }

  async startAnother(): Promise<void> {
    const known = await this.#world.redis.smembers('sfu:nodes')
    const { process } = await this.#world.another('sfu')
    this.#copies.set(await readyNode(this.#world, known, END_WITHIN), process)
  }

  /** The process of the node that has the resident's call. */
  async ofCall(resident: Resident): Promise<ServiceProcess> {
    const [activity] = await resident.activities()
    const { node } = JSON.parse((await this.#world.redis.get(`call:${activity?.id}`)) ?? '{}')
    return this.#copies.get(node) ?? this.#world.service('sfu')
  }

  /** Leaves the product as it was. */
  async stop(): Promise<void> {
    await Promise.all([...this.#copies.values()].map((process) => process.end('SIGKILL')))
    if (!this.#world.service('sfu').running) await this.#world.restart('sfu')
  }
}

const pictures = (home: Page, door: Page) =>
  Promise.all([home.locator('#remote-video'), door.getByLabel('Video from the resident')].map(watchPicture))

for (const [what, signal] of [
  ['is killed', 'SIGKILL'],
  ['has drained for as long as it may', 'SIGTERM'],
] as const)
  test(`a call whose node ${what} has a picture again within seconds`, { tag: '@all' }, async ({ world, openResident, openVisitor }) => {
    const nodes = new Nodes(world)
    try {
      await nodes.startAnother()
      await nodes.startAnother()
      const { page: home, resident } = await openResident({ premium: true })
      const { page: door } = await openVisitor(resident)
      await startVideoCall(door, home)
      const longest = await pictures(home, door)
      await (await nodes.ofCall(resident)).end(signal, END_WITHIN)
      await expectTwoWay(door, home, RETURNED_WITHIN)
      const [atHome = 0, atDoor = 0] = await Promise.all(longest.map((read) => read()))
      report(`node ${what}: without a new frame for ${atHome} ms at home, ${atDoor} ms at the door`)
      expect(Math.max(atHome, atDoor)).toBeLessThan(PICTURE_WITHIN)
      await hangUp(home)
      await Promise.all([expectEnded(home), expectEnded(door)])
    } finally {
      await nodes.stop()
    }
  })
