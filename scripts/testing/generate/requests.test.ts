import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import { ClientFrame } from '#proto/frames/client.ts'
import { operationNamed, operations } from '#proto/operations/index.ts'
import { framesOf, inputsOf } from './requests.ts'
import { frameTypes, publicNames } from './rules.ts'

test('every operation with a path has exactly one rule', () => {
  const withPath = operations.filter(({ http }) => http).map(({ name }) => name)
  expect([...publicNames].sort()).toEqual([...withPath].sort())
})

test.each(publicNames)('inputs generated for %s match its schema', (name) => {
  for (const input of fc.sample(inputsOf(name), { numRuns: 100, seed: 1 }))
    expect(operationNamed(name).input.safeParse(input).error?.issues ?? []).toEqual([])
})

test.each(frameTypes)('frames generated for %s match the contract', (type) => {
  for (const frame of fc.sample(framesOf(type), { numRuns: 100, seed: 1 }))
    expect(ClientFrame.safeParse(frame).error?.issues ?? []).toEqual([])
})

test('the same seed generates the same inputs', () => {
  const draw = () => fc.sample(inputsOf('doorbell.ring'), { numRuns: 20, seed: 7 })
  expect(draw()).toEqual(draw())
})
