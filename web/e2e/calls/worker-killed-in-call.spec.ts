import { expect } from '@playwright/test'
import { childrenOf } from '#scripts/testing/process.ts'
import { eventually } from '#scripts/testing/wait.ts'
import { answer, expectEnded, expectTwoWay, hangUp, ring, startVideoCall, turnOnCamera } from '../actions.ts'
import { test } from '../fixtures.ts'

// covers: S-moved
test('media returns within seconds after a worker dies in a call', { tag: '@all' }, async ({ world, openResident, openVisitor }) => {
  const { page: home, resident } = await openResident({ premium: true })
  const { page: door } = await openVisitor(resident)
  await startVideoCall(door, home)
  const workers = childrenOf(world.service('sfu').pid ?? 0)
  expect(workers.length).toBeGreaterThan(0)
  for (const worker of workers) process.kill(worker, 'SIGKILL')
  await expectTwoWay(door, home, 10_000)
  await hangUp(home)
  await Promise.all([expectEnded(home), expectEnded(door)])
})

test('a call that is answered while no sfu takes calls connects once one does', { tag: '@all' }, async ({
  world,
  openResident,
  openVisitor,
}) => {
  const { page: home, resident } = await openResident({ premium: true })
  let refusals = 0
  home.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      if (payload.toString().includes('"calls_preparing"')) refusals += 1
    }),
  )
  await home.reload()
  const { page: door } = await openVisitor(resident)
  await ring(door)
  await turnOnCamera(door)
  const { pid = 0 } = world.service('sfu')
  process.kill(pid, 'SIGSTOP')
  try {
    await eventually('the node to count as lost', async () => (await world.redis.scard('sfu:nodes')) === 0)
    const before = refusals
    await answer(home, 'Video Call')
    await eventually('its join to be refused', () => refusals > before)
  } finally {
    process.kill(pid, 'SIGCONT')
  }
  await expectTwoWay(door, home)
})
