import { expect, test } from '@jest/globals'
import { type PushAgainDeps, pushAgain } from './notify-ring.ts'

/** @returns what was asked of the store, in this order */
async function askedOf(isWritten: boolean): Promise<string[]> {
  const asked: string[] = []
  const ask = (name: string) => async () => {
    asked.push(name)
    return []
  }
  const deps = {
    clock: { now: () => new Date(), in: () => new Date() },
    pushes: { dropOverdue: ask('dropOverdue'), claimDue: ask('claimDue') },
    writeResults: async () => {
      asked.push('writeResults')
      return isWritten
    },
  }
  await pushAgain(deps as unknown as PushAgainDeps)
  return asked
}

test('results are written before pushes are taken again', async () => {
  expect(await askedOf(true)).toEqual(['writeResults', 'dropOverdue', 'claimDue'])
})

test('nothing is taken again while results cannot be written', async () => {
  expect(await askedOf(false)).toEqual(['writeResults'])
})
