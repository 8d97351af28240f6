// @all: refusals of a call that has moved
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { DTLS_PARAMETERS, rtpParameters } from '#scripts/testing/media/rtp-parameters.ts'
import { Scenes } from './scenes.ts'

let scenes: Awaited<ReturnType<typeof Scenes.shared>>
beforeAll(async () => {
  scenes = await Scenes.shared()
})
afterAll(() => scenes?.stop())

// covers: call_moved
test('a media request before joining or with old transports fails with call_moved', async () => {
  const { resident, visitor } = await scenes.ring()
  resident.respond(true)
  await visitor.call('connecting', (call) => call.state === 'connecting')
  await expect(resident.ask({ op: 'receive', rtpCapabilities: {} })).rejects.toThrow('call_moved')
  const { epoch } = await resident.ask({ op: 'join', mode: 'call' })
  expect(epoch).toBe(visitor.calls.at(-1)?.epoch)
  await resident.ask({ op: 'permission', state: 'asking' })
  const transportId = 'of-the-place-before'
  await expect(resident.ask({ op: 'restart_ice', transportId })).rejects.toThrow('call_moved')
  await expect(resident.ask({ op: 'connect_transport', transportId, dtlsParameters: DTLS_PARAMETERS })).rejects.toThrow('call_moved')
  const sound = { op: 'produce', transportId, source: 'microphone', rtpParameters: rtpParameters('microphone'), paused: false } as const
  await expect(resident.ask(sound)).rejects.toThrow('call_moved')
})

// covers: S-call-runs-on
test('a call survives a lost plan and a code rotation until End', async () => {
  const { resident, visitor, owner, id } = await scenes.ring()
  resident.respond(true)
  await visitor.call('connecting', (call) => call.state === 'connecting')
  for (const party of [resident, visitor]) {
    await party.ask({ op: 'join', mode: 'call' })
    await party.ask({ op: 'permission', state: 'asking' })
  }
  const { version } = await resident.call('connected', (call) => call.state === 'connected')
  await scenes.world.rpc('billing.revoke_grant', { userId: owner.user.id, by: 'test' })
  const [door] = await owner.call('doorbell.doors', {})
  await owner.call('doorbell.rotate_door', { id: door?.id ?? 0, graceHours: 0 })
  await resident.ask({ op: 'join', mode: 'call' })
  expect(visitor.calls.filter((call) => call.version > version && call.state !== 'connected')).toEqual([])
  resident.respond(false)
  await visitor.call('the end', (call) => call.state === 'ended')
  expect((await owner.activities()).find((activity) => activity.id === id)).toMatchObject({ outcome: 'answered_video' })
})
