import { expect, test } from '@jest/globals'
import { createLog } from '#kit/log.ts'
import { createKnown, type PushAgainDeps, pushAgain } from './notify-ring.ts'

const nothing = async () => undefined

/** @returns what was asked of the store, in this order */
async function askedOf(isWritten: boolean): Promise<string[]> {
  const asked: string[] = []
  const ask = (name: string) => async (): Promise<never[]> => {
    asked.push(name)
    return []
  }
  const deps: PushAgainDeps = {
    clock: { now: () => new Date(), in: () => new Date() },
    log: createLog('test', 'silent'),
    publicUrl: 'https://doorbell.example',
    known: createKnown(),
    pushes: {
      ...{ dropOverdue: ask('dropOverdue'), claimDue: ask('claimDue'), claimRing: ask('claimRing'), claimEnded: ask('claimEnded') },
      ...{ claimNotice: ask('claimNotice'), record: ask('record'), endRing: nothing, report: nothing, deleteExpired: nothing },
      isReachable: async () => false,
    },
    writeResults: async () => {
      asked.push('writeResults')
      return isWritten
    },
    ...{ noticeWriter: nothing, doorbell: { contentOf: nothing }, pushServices: { send: async () => ({ status: 0 }) } },
    ...{ live: { accountChanged: nothing }, runInBackground: nothing, record: nothing, count: nothing, countRefused: nothing },
  }
  await pushAgain(deps)
  return asked
}

test('results are written before pushes are taken again', async () => {
  expect(await askedOf(true)).toEqual(['writeResults', 'dropOverdue', 'claimDue'])
})

test('nothing is taken again while results cannot be written', async () => {
  expect(await askedOf(false)).toEqual(['writeResults'])
})
