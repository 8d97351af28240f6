import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
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

test('where it cannot be fetched nothing is compared, except in continuous integration', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'modules-'))
  const env = { ...process.env, GOMODCACHE: folder, GOPROXY: 'off', CI: '' }
  const said: string[] = []
  expect(await readStripeSpec(env, (line) => said.push(line))).toBeUndefined()
  expect(said).toContainEqual(expect.stringMatching(/^nothing is compared with Stripe's OpenAPI: .* could not be fetched/))
  await expect(readStripeSpec({ ...env, CI: '1' })).rejects.toThrow('could not be fetched')
  rmSync(folder, { recursive: true })
})
