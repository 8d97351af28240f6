import { expect, test } from '@jest/globals'
import { liveCall } from '../../../test/stages.ts'
import type { Call, LiveCall } from './call.ts'
import { type Effect, effects } from './effects.ts'
import { answered, asked, markShown, recordingBegun } from './recording.ts'
import { hungUp, joined, moved, offered, opened, peerJoined, peerLeft, placed, prepared, transportChanged } from './rules.ts'
import { settle } from './settle.ts'

const AT = 1_800_000_000_000
const NOW = new Date(AT)
const BIRTH = { activityId: 7, ownerId: 3, members: [], callId: 'c', now: AT }
const HOLDER = { session: 's', device: 'Chrome', peer: 'r:s' }
const VISITOR = { peer: 'v:7', side: 'visitor', clientId: 'door', kept: false, mode: 'call' } as const
const RESIDENT = { peer: 'r:s', side: 'resident', clientId: 'home', kept: false, mode: 'call' } as const

const typesOf = (before: Call | undefined, after: Call | null) => effects(before, after, NOW).map(({ type }) => type)
const settled = (call: Call): Call => {
  const next = settle(call, AT)
  if (!next) throw new Error('deleted')
  return next
}
const connecting = (): LiveCall => {
  const call = opened(undefined, { ...BIRTH, kind: 'video', holder: HOLDER, visitorThere: true, clientId: null })
  const entered = [VISITOR, RESIDENT].reduce(peerJoined, placed(call, 'node'))
  return { ...liveCall(entered), sendingPeer: { peer: VISITOR.peer, on: true }, unrecorded: false }
}
const up = (call: Call) => [VISITOR, RESIDENT].reduce<Call>((next, { peer }) => transportChanged(next, peer, 'send', 'connected', AT), call)
const connected = (): LiveCall => ({ ...liveCall(settled(up(connecting()))), unrecorded: false })
const question = { id: 'q', keptUntil: '2026-12-25T00:00:00.000Z', counts: true }
const allowed = () => answered(asked(connected(), question, AT), 'q', true, AT)
const shownByBoth = () => markShown(markShown(allowed(), 'q', 'visitor'), 'q', 'resident')
const recorded = () => recordingBegun(shownByBoth(), 'q', AT)

test('a change that no page sees sends no frame', () => {
  const call = connected()
  expect(typesOf(call, { ...call, version: call.version + 1, visitorGoneAt: AT })).toEqual([])
})

test('the first connection asks whether to record, and a later one does not', () => {
  expect(typesOf(connecting(), connected())).toEqual(['send_to_visitor', 'send_to_residents', 'ask_to_record'])
  const again = connected()
  expect(typesOf(moved(again, again.epoch, AT), again)).not.toContain('ask_to_record')
})

test('a recording begins once both pages show the mark', () => {
  const one = markShown(allowed(), 'q', 'visitor')
  expect(typesOf(allowed(), one)).toEqual([])
  expect(typesOf(one, shownByBoth())).toEqual(['begin_recording'])
  expect(typesOf(shownByBoth(), recorded())).toEqual(['send_to_visitor', 'send_to_residents', 'add_recording_step'])
})

test('at the end of a call its recording stops before its room closes', () => {
  const after = settled(hungUp(recorded(), AT))
  expect(effects(recorded(), after, NOW)).toMatchObject([
    { type: 'send_to_visitor', frame: { type: 'call_state' } },
    { type: 'send_to_residents', frame: { type: 'call_state' } },
    { type: 'send_to_visitor', frame: { type: 'call_response', accepted: false } },
    { type: 'add_recording_step', step: 'recording_ended' },
    { type: 'stop_recording', recordingId: 'q', reason: 'call_ended' },
    { type: 'send_to_socket', clientId: 'door', frame: { event: { kind: 'released' } } },
    { type: 'send_to_socket', clientId: 'home', frame: { event: { kind: 'released' } } },
    { type: 'close_room', call: { node: 'node', epoch: recorded().epoch } },
    { type: 'record_call' },
    { type: 'report_end', from: 'connected' },
  ])
})

test('a peer that leaves is removed from its room, which stays', () => {
  const list = effects(connected(), peerLeft(connected(), VISITOR.peer, AT), NOW)
  expect(list.slice(2)).toMatchObject([
    { type: 'send_to_socket', clientId: 'door', frame: { event: { kind: 'released' } } },
    { type: 'remove_peer', peer: VISITOR.peer },
  ])
})

test('a move closes the earlier room and releases no page of a live call', () => {
  const call = connected()
  expect(typesOf(call, moved(call, call.epoch, AT))).toEqual(['send_to_visitor', 'send_to_residents', 'close_room'])
})

test('a page that stands by prepares again after a move', () => {
  const ringing = placed(prepared(undefined, BIRTH, AT + 45_000), 'node')
  const call = peerJoined(ringing, { ...VISITOR, mode: 'prepare' })
  expect(effects(call, moved(call, call.epoch, AT), NOW)).toMatchObject([
    { frame: { event: { kind: 'released' } } },
    { clientId: 'door', frame: { type: 'call_prepare' } },
    { type: 'close_room' },
  ])
})

test('another tab that sends is set at the node and told to the pages concerned', () => {
  const tab = { ...VISITOR, peer: 'v:7:tab', clientId: 'tab' }
  const call = liveCall(peerJoined(connected(), tab))
  const list = effects(call, { ...call, sendingPeer: { peer: tab.peer, on: true } }, NOW)
  expect(list).toMatchObject([
    { type: 'set_sending_peer', peer: tab.peer },
    { clientId: 'tab', frame: { event: { kind: 'sending', here: true } } },
    { clientId: 'door', frame: { event: { kind: 'sending', here: false } } },
    { clientId: 'home', frame: { event: { kind: 'peer', permission: 'unknown' } } },
  ])
})

test('a call back is announced to the visitor once', () => {
  const over = settled(hungUp(connected(), AT))
  const waiting = offered(over, { ...BIRTH, callId: 'second', kind: 'video', holder: HOLDER, visitorThere: true, clientId: null })
  const accepted = (list: readonly Effect[]) => list.filter((effect) => 'frame' in effect && effect.frame.type === 'call_response')
  expect(accepted(effects(over, waiting, NOW))).toMatchObject([{ type: 'send_to_visitor', frame: { accepted: true } }])
  expect(accepted(effects(waiting, joined(waiting, AT), NOW))).toEqual([])
})
