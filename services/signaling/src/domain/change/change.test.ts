import { expect, test } from '@jest/globals'
import type { Call } from '../call/call.ts'
import { prepared } from '../call/rules.ts'
import type { CallDeps, Stored } from '../ports.ts'
import { changeExisting } from './change.ts'

const NOW = new Date('2026-11-26T12:00:00Z')

/** What changes of one call need; each access takes a turn of the event loop, as Redis does. */
function depsOf(swapped: (stored: Stored) => boolean): CallDeps {
  const call = prepared(undefined, { activityId: 1, ownerId: 2, members: [], callId: 'c', now: NOW.getTime() }, NOW.getTime() + 45_000)
  let stored: Stored = { call, text: JSON.stringify(call) }
  const turn = () => new Promise((resolve) => setImmediate(resolve))
  const calls: Pick<CallDeps['calls'], 'read' | 'swap'> = {
    read: async () => {
      await turn()
      return stored
    },
    swap: async (_id, before, after) => {
      await turn()
      if (before?.text !== stored.text || !after || !swapped(stored)) return false
      stored = { call: after, text: JSON.stringify(after) }
      return true
    },
  }
  const deps: Partial<CallDeps> = {
    calls: calls as CallDeps['calls'],
    clock: { now: () => NOW, in: (ms) => new Date(NOW.getTime() + ms) },
  }
  return deps as CallDeps
}
const later = (call: Call): Call => (call.stage === 'prepared' ? { ...call, releaseAt: call.releaseAt + 1 } : call)

test('a hundred changes at once all get through', async () => {
  const deps = depsOf(() => true)
  const changed = await Promise.all(Array.from({ length: 100 }, () => changeExisting(deps, 1, later)))
  expect(new Set(changed.map((call) => call?.stage === 'prepared' && call.releaseAt)).size).toBe(100)
})

test('a change that other copies outrun each time is refused', async () => {
  const deps = depsOf(() => false)
  await expect(changeExisting(deps, 1, later)).rejects.toMatchObject({ code: 'limited', retryAfterSeconds: 1 })
  await expect(changeExisting(deps, 1, (call) => call)).resolves.toMatchObject({ activityId: 1 })
})
