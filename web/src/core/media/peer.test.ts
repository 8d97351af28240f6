import { expect, test } from '@jest/globals'
import { type JoinReply, Peer } from './peer.ts'

const transport = (usernameFragment: string) => ({
  id: 't',
  iceParameters: { usernameFragment, password: 'password' },
  iceCandidates: [],
  dtlsParameters: { fingerprints: [] },
})
const reply = (text: string): JoinReply => ({
  epoch: 1,
  kind: null,
  routerRtpCapabilities: {},
  iceServers: [],
  send: transport('plain'),
  receive: transport(text),
  kept: false,
  sends: true,
})

test('parameters with line breaks do not reach the browser’s description', async () => {
  const events = { consumersChanged: () => undefined, produceFailed: () => undefined }
  const create = (text: string) => Peer.create(reply(text), () => Promise.reject(new Error('nothing is asked')), events)
  for (const text of ['x\r\na=candidate:evil', 'x\u0000', 'x\u0085', 'x\u2028', 'x'.repeat(1_000)])
    await expect(create(text)).rejects.toThrow('not plain')
  // No browser, but past the check.
  await expect(create('plain')).rejects.not.toThrow('not plain')
})
