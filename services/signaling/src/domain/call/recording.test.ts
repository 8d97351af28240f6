import { expect, test } from '@jest/globals'
import { RECORDING } from '#proto/limits.ts'
import { connectedCall, liveCall } from '../../../test/stages.ts'
import { type Call, type ConnectedCall, recordingOf } from './call.ts'
import { answered, asked, isRecorded, markShown, recordingBegun, recordingDue, recordingStopped, viewOfRecording } from './recording.ts'
import { recordingStep } from './recording-steps.ts'
import { withHolderPage } from './resident-pages.ts'
import { ended, interrupted, moved, opened, peerJoined, presenceChanged, transportChanged } from './rules.ts'
import { nextDue, settle } from './settle.ts'

const AT = 1_000_000
const HOLDER = { session: 's', device: 'Firefox on Linux' }
const VISITOR = { peer: 'v:1', side: 'visitor', clientId: 'cv', kept: false, mode: 'call' } as const
const RESIDENT = { peer: 'r:s', side: 'resident', clientId: 'cr', kept: false, mode: 'call' } as const

function connected(): ConnectedCall {
  const opening = {
    activityId: 1,
    ownerId: 2,
    members: [],
    callId: 'c',
    now: AT,
    kind: 'video',
    holder: HOLDER,
    visitorThere: true,
    clientId: null,
  } as const
  const call = withHolderPage(liveCall(opened(undefined, opening)), RESIDENT.peer)
  const joined = liveCall([VISITOR, RESIDENT].reduce<Call>(peerJoined, { ...call, sendingPeer: { peer: VISITOR.peer, on: true } }))
  const up = [VISITOR, RESIDENT].reduce<Call>((call, { peer }) => transportChanged(call, peer, 'send', 'connected', AT), joined)
  return { ...connectedCall(settled(up, AT)), unrecorded: false }
}
const settled = (call: Call, now: number): Call => settle(call, now) as Call
const question = { id: 'q1', keptUntil: '2026-12-25T00:00:00.000Z', counts: true } as const
const asking = () => asked(connected(), question, AT)
const starting = () => answered(asking(), 'q1', true, AT)
const shown = () => markShown(markShown(starting(), 'q1', 'visitor'), 'q1', 'resident')
const on = () => recordingBegun(shown(), 'q1', AT)
const stageOf = (call: Call) => [recordingOf(call)?.stage, recordingOf(call)?.reason]

test('a question that is not answered in time is a No', () => {
  const call = asking()
  expect(nextDue(call, AT)).toBe(AT + RECORDING.askedFor)
  expect(stageOf(settled(call, AT + RECORDING.askedFor - 1))).toEqual(['asking', null])
  expect(stageOf(settled(call, AT + RECORDING.askedFor))).toEqual(['off', 'unanswered'])
})

test('No ends the question, and Allow to an older one begins nothing', () => {
  expect(stageOf(answered(asking(), 'q1', false, AT))).toEqual(['off', 'refused'])
  expect(recordingOf(answered(asking(), 'q0', true, AT))?.stage).toBe('asking')
  expect(recordingOf(answered(answered(asking(), 'q1', false, AT), 'q1', true, AT))?.stage).toBe('off')
})

test('nothing is recorded until both pages show the mark', () => {
  const one = markShown(starting(), 'q1', 'resident')
  expect(isRecorded(recordingOf(one))).toBe(false)
  expect(markShown(one, 'q1', 'resident')).toBe(one)
  expect(isRecorded(recordingOf(shown()))).toBe(true)
  expect(stageOf(settled(one, AT + RECORDING.shownWithin))).toEqual(['off', 'not_shown'])
})

test('a node that does not begin in time ends the recording', () => {
  const due = recordingDue(shown(), AT) ?? 0
  expect(due).toBeGreaterThan(AT + RECORDING.shownWithin)
  expect(stageOf(settled(shown(), due))).toEqual(['off', 'failed'])
})

test('a recording ends after an hour of the call, over several parts', () => {
  const first = recordingStopped(on(), undefined, 'stopped_by_resident', AT + 600_000)
  expect(recordingOf(first)?.recordedMs).toBe(600_000)
  const again = asked(first, { ...question, id: 'q2' }, AT + 700_000)
  const second = recordingBegun(answered(again, 'q2', true, AT + 700_000), 'q2', AT + 700_000)
  expect(recordingDue(second, AT + 700_000)).toBe(AT + 700_000 + RECORDING.longest - 600_000)
  expect(stageOf(settled(second, AT + 700_000 + RECORDING.longest - 600_000))).toEqual(['off', 'time_limit'])
})

test('whoever joins anew is asked anew', () => {
  const pageReloaded = settled(peerJoined(on(), { ...RESIDENT, clientId: 'cr2' }), AT + 10)
  expect(stageOf(pageReloaded)).toEqual(['waiting', 'interrupted'])
  const otherTab = settled({ ...connectedCall(on()), sendingPeer: { peer: 'v:1:tab', on: true } }, AT + 10)
  expect(stageOf(otherTab)).toEqual(['waiting', 'interrupted'])
  expect(nextDue(pageReloaded, AT + 20)).toBe(AT + 20)
})

test('a page that comes back on another socket with its transports goes on', () => {
  const same = settled(peerJoined(on(), { ...RESIDENT, clientId: 'cr2', kept: true }), AT + 10)
  expect(recordingOf(same)?.stage).toBe('on')
})

test('a lost node or a lost side ends the recording, and the call waits', () => {
  const call = on()
  expect(stageOf(settled(moved(call, call.epoch, AT + 10), AT + 10))).toEqual(['waiting', 'interrupted'])
  const gone = settled(presenceChanged(call, 'visitor', false, AT), AT + 3_000)
  expect([gone.stage, ...stageOf(gone)]).toEqual(['interrupted', 'waiting', 'interrupted'])
})

test('the end of the call is the end of its recording', () => {
  expect(stageOf(settled(ended(on(), AT + 10), AT + 10))).toEqual(['off', 'call_ended'])
})

test('what is recorded is asked about only once at a time', () => {
  const call = on()
  expect(asked(call, { ...question, id: 'q2' }, AT)).toBe(call)
  const lost = interrupted(connected(), AT, AT)
  expect(asked(lost, question, AT)).toBe(lost)
})

test('an ended recording says how often the resident may still ask', () => {
  let call: Call = connected()
  for (const [asks, id] of ['q1', 'q2', 'q3'].entries()) {
    call = answered(asked(call, { ...question, id }, AT), id, false, AT)
    expect(viewOfRecording(recordingOf(call))).toMatchObject({ state: 'off', asksLeft: RECORDING.asksMost - asks - 1 })
  }
  const again = asked(call, { ...question, id: 'q4', counts: false }, AT)
  expect(viewOfRecording(recordingOf(answered(again, 'q4', false, AT)))).toMatchObject({ asksLeft: 0 })
})

test('the timeline tells what was asked, what was answered, and who stopped it', () => {
  const steps = (...calls: readonly Call[]) =>
    calls.flatMap((call, index) => recordingStep(recordingOf(calls[index - 1]), recordingOf(call)) ?? [])
  const begun = [connected(), asking(), starting(), shown(), on()]
  expect(steps(...begun)).toEqual(['recording_asked', 'recording_allowed', 'recording_started'])
  const last = (from: Call, to: Call) => recordingStep(recordingOf(from), recordingOf(to))
  expect(last(asking(), answered(asking(), 'q1', false, AT))).toBe('recording_refused')
  expect(last(asking(), settled(asking(), AT + RECORDING.askedFor))).toBe('recording_unanswered')
  expect(last(asking(), recordingStopped(asking(), 'q1', 'stopped_by_resident', AT))).toBe('recording_withdrawn')
  expect(last(asking(), settled(ended(asking(), AT), AT))).toBeUndefined()
  expect(last(starting(), settled(starting(), AT + RECORDING.shownWithin))).toBe('recording_failed')
  for (const side of ['stopped_by_visitor', 'stopped_by_resident'] as const)
    expect(last(on(), recordingStopped(on(), 'q1', side, AT))).toBe(side)
  expect(last(on(), settled(ended(on(), AT), AT))).toBe('recording_ended')
})

test('both sides read the same state', () => {
  expect(viewOfRecording(recordingOf(asking()))).toMatchObject({ state: 'asking', id: 'q1', keptUntil: question.keptUntil })
  expect(viewOfRecording(recordingOf(on()))).toMatchObject({ state: 'on', startedAt: new Date(AT).toISOString() })
  expect(viewOfRecording(recordingOf(answered(asking(), 'q1', false, AT)))).toMatchObject({
    state: 'off',
    reason: 'refused',
    startedAt: null,
  })
  expect(viewOfRecording(undefined)).toBeNull()
})
