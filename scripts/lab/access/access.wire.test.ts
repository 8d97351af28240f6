/** The access matrix: every operation as every wrong caller, then as the right one with the same ids. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type Stack, startStack } from '#scripts/testing/stack.ts'
import { gaps } from './cells.ts'
import { frameGaps } from './frame-rows.ts'
import { FrameMatrix } from './frames.ts'
import { HttpMatrix } from './http.ts'
import { pageGaps } from './page-rows.ts'
import { PageMatrix } from './pages.ts'
import { type Scene, setScene } from './scene.ts'

const PATIENCE = 180_000
/** Longer than the matrix takes, so that all rings stay live. */
const env = { RING_LIFE_MS: '3600000' }

let world: Stack | undefined
let scene: Scene
let http: HttpMatrix
let frames: FrameMatrix
let pages: PageMatrix
beforeAll(async () => {
  world = await startStack({ env, payments: true })
  scene = await setScene(world)
  http = new HttpMatrix(scene)
  frames = new FrameMatrix(scene)
  pages = new PageMatrix(scene)
}, PATIENCE)
afterAll(async () => {
  for (const [what, matrix] of [['requests', http] as const, ['frames', frames] as const, ['pages', pages] as const])
    process.stderr.write(`access, ${what} tried: ${[...(matrix?.tried ?? [])].map(([caller, count]) => `${caller} ${count}`).join(', ')}\n`)
  await world?.stop()
})

test('every operation, frame and page has its row in the matrix', () => {
  expect([...gaps(), ...frameGaps(), ...pageGaps()]).toEqual([])
})

// covers: P-matrix
test(
  'each page shows what is the owner’s to those who may see it alone',
  async () => {
    expect(await pages.tryAll()).toEqual([])
  },
  PATIENCE,
)

// covers: P-matrix
test(
  'no frame is accepted from a wrong caller',
  async () => {
    expect(await frames.tryWrongCallers()).toEqual([])
  },
  PATIENCE,
)

// covers: P-matrix
test(
  'no operation answers a wrong caller',
  async () => {
    expect(await http.tryWrongCallers()).toEqual([])
  },
  PATIENCE,
)

test(
  'every frame is accepted from its right caller about the same ring',
  async () => {
    expect(await frames.tryRightCallers()).toEqual([])
  },
  PATIENCE,
)

test(
  'every operation answers its right caller with the same ids',
  async () => {
    expect(await http.tryRightCallers()).toEqual([])
  },
  PATIENCE,
)

test('nothing of the owner comes to the socket of another', async () => {
  expect(await frames.strayFrames()).toEqual([])
})
