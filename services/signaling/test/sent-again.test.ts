/** Frames repeated on a new socket, because the first one may have been dead, take effect once and are acknowledged each time. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { ClientFrame, ClientFrameOf } from '#proto/frames/client.ts'
import type { ServerFrameOf } from '#proto/frames/server.ts'
import type { TestSocket } from '#scripts/testing/socket.ts'
import { eventually } from '#scripts/testing/wait.ts'
import { type Scene, Scenes } from './scenes.ts'

let scenes: Awaited<ReturnType<typeof Scenes.shared>>
beforeAll(async () => {
  scenes = await Scenes.shared()
})
afterAll(() => scenes?.stop())

const MINUTE = 60_000
type Intent = Extract<ClientFrame, { requestId?: unknown }>

/** @returns the frame that names this request: acknowledged or error */
async function settle(socket: TestSocket, frame: Intent): Promise<ServerFrameOf<'acknowledged'> | ServerFrameOf<'error'>> {
  const { length } = socket.frames
  socket.send(frame)
  return eventually(`an answer to ${frame.type}`, () =>
    socket.frames
      .slice(length)
      .find(
        (answer): answer is ServerFrameOf<'acknowledged'> | ServerFrameOf<'error'> =>
          (answer.type === 'acknowledged' || answer.type === 'error') && answer.requestId === frame.requestId,
      ),
  )
}

const response = ({ id }: Scene, accepted = false): ClientFrameOf<'call_response'> => ({
  type: 'call_response',
  visitorId: id,
  accepted,
  requestId: randomUUID(),
})
const done = ({ id }: Scene, { requestId }: Intent) => ({ type: 'acknowledged', about: 'call_response', activityId: id, requestId })

async function inCall(): Promise<Scene> {
  const scene = await scenes.ring()
  expect(await settle(scene.resident.socket, response(scene, true))).toMatchObject({ type: 'acknowledged' })
  await scene.visitor.call('connecting', (call) => call.state === 'connecting')
  return scene
}

// covers: server.acknowledged
test('an End repeated after the call gets the call’s state', async () => {
  const scene = await inCall()
  const end = response(scene)
  expect(await settle(scene.resident.socket, end)).toEqual(done(scene, end))
  scene.resident.socket.cut()
  const again = await scene.owner.socket()
  await again.next('call_state', ({ call }) => call.state === 'ended')
  expect(await settle(again, end)).toEqual(done(scene, end))
  await again.next('call_state', ({ call }) => call.state === 'ended')
  expect(scene.visitor.socket.all('call_response').filter(({ accepted }) => !accepted)).toHaveLength(1)
})

test('an End for a forgotten call is acknowledged', async () => {
  const scene = await inCall()
  await settle(scene.resident.socket, response(scene))
  await eventually('the end to be recorded', async () => (await scene.owner.activities()).some(({ callSeconds }) => callSeconds === 0))
  await scenes.world.clock.shift(11 * MINUTE)
  await eventually('the call to be forgotten', async () => !(await scenes.world.redis.exists(`call:${scene.id}`)))
  const end = response(scene)
  expect(await settle(await scene.owner.socket(), end)).toEqual(done(scene, end))
})

test('a repeated End never ends a later ring', async () => {
  const scene = await inCall()
  const end = response(scene)
  await settle(scene.resident.socket, end)
  const next = await scenes.ring({ owner: scene.owner })
  await settle(next.resident.socket, end)
  expect((await scene.owner.activities()).find(({ id }) => id === next.id)?.outcome).toBeNull()
})

test('an Ignore after the ring was missed is acknowledged without effect', async () => {
  const scene = await scenes.ring()
  await scenes.world.clock.shift(46_000)
  await scene.visitor.socket.next('call_response', ({ reasonCode }) => reasonCode === 'missed')
  const ignore = response(scene)
  expect(await settle(scene.resident.socket, ignore)).toEqual(done(scene, ignore))
  expect((await scene.owner.activities())[0]?.outcome).toBe('missed')
})

test('a repeated Ignore is acknowledged again', async () => {
  const scene = await scenes.ring()
  const ignore = response(scene)
  await settle(scene.resident.socket, ignore)
  expect(await settle(await scene.owner.socket(), ignore)).toEqual(done(scene, ignore))
  expect((await scene.owner.activities())[0]?.outcome).toBe('dismissed')
})

test('a repeated Cancel is acknowledged again', async () => {
  const scene = await scenes.ring()
  const cancel = response(scene)
  await settle(scene.visitor.socket, cancel)
  const again = await scene.visitorPerson.socket(scene)
  expect(await settle(again, cancel)).toEqual(done(scene, cancel))
  expect((await scene.owner.activities())[0]?.outcome).toBe('cancelled')
})

test('a repeated message is acknowledged again and stored once', async () => {
  const scene = await scenes.ring()
  const message = { type: 'chat_message', recipientId: scene.id, message: 'Coming', id: randomUUID(), requestId: randomUUID() } as const
  await settle(scene.resident.socket, message)
  expect(await settle(await scene.owner.socket(), message)).toMatchObject({ type: 'acknowledged', about: 'chat_message' })
  expect(await scene.owner.call('doorbell.messages', { id: scene.id })).toHaveLength(1)
})

test('the error of a refused intent names the intent', async () => {
  const scene = await inCall()
  const other = await (await scene.owner.anotherDevice()).socket()
  const end = response(scene)
  expect(await settle(other, end)).toMatchObject({ type: 'error', code: 'answered_elsewhere', requestId: end.requestId })
})
