import { setImmediate } from 'node:timers/promises'
import { expect, test } from '@jest/globals'
import { PACE } from '#proto/limits.ts'
import { createPace, createWaits } from './pace.ts'

const { atOnce, apart, ofForm } = PACE
const [ADDRESS, OTHER] = ['127.0.0.1', '127.0.0.2']

test('an address has a few at once, then one after the other', () => {
  const waitOf = createWaits()
  const waits = Array.from({ length: atOnce + 3 }, () => waitOf(ADDRESS, 1_000))
  expect(waits).toEqual([...Array(atOnce).fill(0), apart, 2 * apart, 3 * apart])
  expect(waitOf(OTHER, 1_000)).toBe(0)
})

test('an address that keeps its pace never waits', () => {
  const waitOf = createWaits()
  for (let asked = 0; asked < 5 * atOnce; asked += 1) expect(waitOf(ADDRESS, asked * apart)).toBe(0)
})

test('what takes several turns delays those after it for each of them', () => {
  const waitOf = createWaits()
  const waits = Array.from({ length: atOnce / ofForm + 2 }, () => waitOf(ADDRESS, 1_000, ofForm))
  expect(waits).toEqual([...Array(atOnce / ofForm).fill(0), apart, (1 + ofForm) * apart])
})

test('pages wait for pages and forms, rings for rings alone', async () => {
  const pace = createPace()
  for (let asked = 0; asked < atOnce; asked += ofForm) await pace.form(ADDRESS)
  const wentOn: string[] = []
  const ask = (what: 'page' | 'ring', address: string) => pace[what](address).then(() => wentOn.push(`${what} ${address}`))
  const all = [ask('page', ADDRESS), ask('ring', ADDRESS), ask('page', OTHER)]
  await setImmediate()
  expect(wentOn.sort()).toEqual([`page ${OTHER}`, `ring ${ADDRESS}`])
  await Promise.all(all)
  expect(wentOn).toHaveLength(3)
})
