import { expect, test } from '@jest/globals'
import { createLog } from '#kit/log.ts'
import { type PushAgainDeps, pushAgain, pushRing } from './notify-ring.ts'

const nothing = async () => undefined
const RING = { type: 'placed', activityId: 1, ownerId: 1, at: '2027-01-01T12:00:00Z', endsAt: '2027-01-01T12:00:45Z', test: false } as const

/** @param claimMs how long the rows of a ring take @returns what was asked, in this order */
async function askedBy(work: (deps: PushAgainDeps) => Promise<void>, { isWritten = true, claimMs = 0 } = {}): Promise<string[]> {
  const asked: string[] = []
  let now = 0
  const ask = (name: string) => async (): Promise<never[]> => {
    asked.push(name)
    if (name === 'claimRing') now += claimMs
    return []
  }
  const contentOf = async () => {
    asked.push('contentOf')
    return undefined
  }
  const deps: PushAgainDeps = {
    clock: { now: () => new Date(now), in: (ms) => new Date(now + ms) },
    log: createLog('test', 'silent'),
    publicUrl: 'https://doorbell.example',
    pushes: {
      ...{ dropOverdue: ask('dropOverdue'), claimDue: ask('claimDue'), claimRing: ask('claimRing'), claimEnded: ask('claimEnded') },
      ...{ claimNotice: ask('claimNotice'), record: ask('record'), endRing: nothing, report: nothing, deleteExpired: nothing },
    },
    writeResults: async () => {
      asked.push('writeResults')
      return isWritten
    },
    ...{ noticeWriter: nothing, doorbell: { contentOf }, pushServices: { send: async () => ({ status: 0 }) } },
    ...{ live: { accountChanged: nothing }, runInBackground: nothing, record: nothing, count: nothing, countRefused: nothing },
  }
  await work(deps)
  return asked
}

test('results are written before pushes are taken again', async () => {
  expect(await askedBy(pushAgain)).toEqual(['writeResults', 'dropOverdue', 'claimDue'])
})

test('nothing is taken again while results cannot be written', async () => {
  expect(await askedBy(pushAgain, { isWritten: false })).toEqual(['writeResults'])
})

test.each([
  [0, ['contentOf', 'claimRing']],
  [600, ['contentOf', 'claimRing', 'contentOf']],
])('a ring whose rows took %i ms is written from what is true then', async (claimMs, asked) => {
  expect(await askedBy((deps) => pushRing(deps, RING), { claimMs })).toEqual(asked)
})
