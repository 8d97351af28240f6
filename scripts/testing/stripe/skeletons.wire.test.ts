import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import Stripe from 'stripe'
import { ROOT } from '../../bootstrap/launch.mjs'
import { makeSkeletons, type Skeletons } from './skeletons.ts'
import { readStripeSpec } from './spec.ts'

const kept: Skeletons = JSON.parse(readFileSync(join(ROOT, 'scripts', 'stripe-local', 'skeletons.json'), 'utf8'))

test("the SDK's API version is the specification's", () => {
  expect(Stripe.API_VERSION).toBe(kept.apiVersion)
})

test("skeletons.json is what Stripe's fixtures give", async () => {
  const stripe = await readStripeSpec()
  if (stripe) expect(makeSkeletons(stripe.spec, stripe.fixtures)).toEqual(kept)
})

test('without Go nothing is compared, except in continuous integration', async () => {
  const said: string[] = []
  expect(await readStripeSpec({ PATH: '' }, (line) => said.push(line))).toBeUndefined()
  expect(said).toEqual([expect.stringContaining("nothing is compared with Stripe's OpenAPI")])
  await expect(readStripeSpec({ PATH: '', CI: '1' })).rejects.toThrow('Go (https://go.dev/dl) cannot fetch')
})
