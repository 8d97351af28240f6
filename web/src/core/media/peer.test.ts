import { afterEach, expect, jest, test } from '@jest/globals'
import { FakeHandler } from 'mediasoup-client/handlers/FakeHandler'
import { answers, fakeRoom, joinReply, oneConsumer } from '../testing/fake-room.ts'
import { Peer } from './peer.ts'
import { createMediaRequests } from './requests.ts'

const UNPLAIN = ['x\r\na=candidate:evil', 'x\u0000', 'x\u0085', 'x\u2028', 'x'.repeat(1_000)]
const ice = (usernameFragment: string) => ({ ...joinReply().receive.iceParameters, usernameFragment })

afterEach(() => {
  jest.restoreAllMocks()
})

/** A peer whose room returns these texts when it is joined, and when ICE restarts. */
async function peerWith({ joined = 'plain', restarted = 'plain' }) {
  const { connection, activityId, openDevice } = fakeRoom(async (frame) =>
    frame.request.op === 'restart_ice' ? { iceParameters: ice(restarted), iceServers: [] } : answers(frame),
  )
  const { ask } = createMediaRequests(connection, activityId, 'p')
  const events = { consumersChanged: () => undefined, produceFailed: () => undefined }
  const reply = joinReply()
  return Peer.create({ ...reply, receive: { ...reply.receive, iceParameters: ice(joined) } }, ask, events, openDevice)
}

test('parameters of a join with line breaks do not reach the browser’s description', async () => {
  for (const joined of UNPLAIN) await expect(peerWith({ joined })).rejects.toThrow('not plain')
  const peer = await peerWith({})
  peer.close()
})

test('parameters of a consumer with line breaks do not reach the browser’s description', async () => {
  const described = jest.spyOn(FakeHandler.prototype, 'receive')
  const peer = await peerWith({})
  for (const cname of UNPLAIN) {
    const offer = oneConsumer()
    await expect(peer.consume([{ ...offer, rtpParameters: { ...offer.rtpParameters, rtcp: { cname } } }])).rejects.toThrow('not plain')
  }
  expect(described).not.toHaveBeenCalled()
  await peer.consume([oneConsumer()])
  expect(described).toHaveBeenCalledTimes(1)
  peer.close()
})

test('parameters of an ICE restart with line breaks do not reach the browser’s description', async () => {
  const restarts = jest.spyOn(FakeHandler.prototype, 'restartIce')
  for (const restarted of [...UNPLAIN, 'plain']) {
    const peer = await peerWith({ restarted })
    await peer.consume([oneConsumer()])
    const done = peer.restartIce()
    await (restarted === 'plain' ? done : expect(done).rejects.toThrow('not plain'))
    expect(restarts).toHaveBeenCalledTimes(restarted === 'plain' ? 1 : 0)
    peer.close()
  }
})
