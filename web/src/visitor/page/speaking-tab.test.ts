import { expect, test } from '@jest/globals'
import { eventually } from '#scripts/testing/wait.ts'
import { createSpeakingTab } from './speaking-tab.ts'

let calls = 0

/** Two tabs in one call: the first only receives, the second sends. */
function twoTabs() {
  const activityId = ++calls
  const world = { frees: 0, reloads: [] as (() => void)[] }
  const back = () => new Promise<void>((resolve) => void world.reloads.push(resolve))
  const onFree = () => {
    world.frees += 1
  }
  const first = createSpeakingTab(navigator.locks, onFree, back)
  const second = createSpeakingTab(navigator.locks, () => undefined)
  second.set('speaks', activityId)
  first.set('listens', activityId)
  const isPending = async () => (await navigator.locks.query()).pending?.some(({ name }) => name === `visitor-call ${activityId}`)
  const close = async () => {
    const before = world.reloads.length
    second.set('none', activityId)
    await eventually('the first tab notices', () => world.reloads.length > before)
  }
  return { world, isPending, close, reopen: () => second.set('speaks', activityId), leave: () => first.set('none', activityId) }
}

test('a tab learns that the one that spoke is closed', async () => {
  const { world, isPending, close } = twoTabs()
  await eventually('the first tab waits', isPending)
  expect(world.frees).toBe(0)
  await close()
  world.reloads.at(-1)?.()
  await eventually('the call is free', () => world.frees === 1)
})

test('a tab that is back after its reload keeps the call', async () => {
  const { world, isPending, close, reopen, leave } = twoTabs()
  await eventually('the first tab waits', isPending)
  await close()
  reopen()
  world.reloads.at(-1)?.()
  await eventually('the first tab waits again', isPending)
  expect(world.frees).toBe(0)
  leave()
})
