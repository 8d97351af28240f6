// @all: rings for a minute, and four parts of the product killed again and again
/** Rings whose pushes fail in every way, while notify, gateway, NATS and Postgres are killed. More: `npm run storm -- push`. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { PushStorm } from './storm.ts'

const RINGS = 50
let storm: PushStorm
beforeAll(async () => {
  storm = await PushStorm.create({ seed: 1, rings: RINGS, devices: 5, seconds: 25, copy: false })
})
afterAll(() => storm?.close())

test(`${RINGS} rings leave what the push service and the devices say`, async () => {
  const { faults, figures } = await storm.run()
  expect(faults).toEqual([])
  expect(figures.requests).toBeGreaterThan(RINGS)
}, 400_000)
