import { expect } from '@playwright/test'
import { expectTwoWay, returnIfAsked, startVideoCall } from '../actions.ts'
import { test } from '../fixtures.ts'

// covers: S-rejoin S-visitor-restored
test('a visitor who reloads in a call is back in it', { tag: '@all' }, async ({ openResident, openVisitor }) => {
  const { page: home, resident } = await openResident({ premium: true })
  const { page: door } = await openVisitor(resident)
  await startVideoCall(door, home)
  await door.reload()
  await returnIfAsked(door)
  await expectTwoWay(door, home, 30_000)
  expect((await resident.activities())[0]).toMatchObject({ outcome: 'answered_video', callSeconds: null })
})
