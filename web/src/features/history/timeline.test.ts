import { expect, test } from '@jest/globals'
import type { ActivityDetails } from '#proto/history.ts'
import type { MissCause, RingTimeline, SentPush } from '#proto/push.ts'
import { anActivity } from '../../core/testing/activity.ts'
import { causesOf, timelineOf } from './timeline.ts'

const rungAt = Date.parse(anActivity().timestamp)
/** @param ms since the ring */
const at = (ms: number) => new Date(rungAt + ms).toISOString()
type Step = ActivityDetails['steps'][number]
const step = (kind: Step['kind'], ms: number, by: string | null = null): Step => ({ kind, at: at(ms), by })
const details = (steps: readonly Step[], outcome: 'missed' | 'answered_video' | null = 'missed'): ActivityDetails => ({
  activity: anActivity({ outcome }),
  steps: [...steps],
  messages: [],
  calls: [],
})
const push = (fields: Partial<SentPush> = {}): SentPush => ({
  deviceId: '0b0c1c6a-6b3e-4a47-9a61-6a3f4f0a6a11',
  device: 'Pixel 8',
  kind: 'ring',
  state: 'accepted',
  reason: null,
  at: at(10),
  statuses: [201],
  acceptedAt: at(120),
  shownAt: null,
  clickedAt: null,
  ...fields,
})
const none: RingTimeline = { pages: [], pushes: [], steps: [], causes: [], removed: 0 }
const linesOf = (...given: Parameters<typeof timelineOf>) =>
  timelineOf(...given).map(({ text, detail }) => (detail ? `${text} – ${detail}` : text))

test('without what devices did, the timeline counts those it reached, and leaves out what only a newer server knows', () => {
  const steps = [
    step('accepted', 0),
    step('delivered', 1_000),
    step('delivered', 1_000),
    step('seen', 2_000),
    step('seen', 3_000),
    step('answered_video', 14_000, 'Chrome on Windows'),
    { ...step('seen', 20_000), kind: 'of_a_newer_server' as 'seen' },
  ]
  expect(linesOf(details(steps), undefined)).toStrictEqual([
    'Rang',
    'Delivered to 2 devices',
    'Seen',
    'Answered by video on Chrome, Windows',
  ])
})

test('pages and pushes stand in the order of time, each with what it took since the ring', () => {
  const pages = [{ device: 'Firefox on Linux', deliveredAt: at(40), seenAt: at(900) }]
  const pushes = [push({ shownAt: at(350), clickedAt: at(4_200) })]
  const steps = [step('accepted', 0), step('delivered', 40), step('seen', 900), step('answered_video', 9_000, 'Pixel 8')]
  expect(linesOf(details(steps, 'answered_video'), { ...none, pages, pushes })).toStrictEqual([
    'Rang',
    'Sent to Pixel 8 – accepted after 120 ms, shown after 350 ms, pressed after 4.2 s',
    'Reached the open page on Firefox, Linux – after 40 ms',
    'Seen on Firefox, Linux',
    'Answered by video on Pixel 8',
  ])
})

test.each<[string, Partial<SentPush>, string]>([
  ['never shown', {}, 'Sent to Pixel 8 – accepted after 120 ms, not shown'],
  [
    'accepted at its second try',
    { statuses: [503, 201], acceptedAt: at(2_300) },
    'Sent to Pixel 8 – accepted after 2.3 s, at try 2, not shown',
  ],
  ['gone', { state: 'gone', acceptedAt: null, statuses: [410] }, 'Not sent to Pixel 8 – the push service has ended the subscription'],
  ['failed', { state: 'failed', acceptedAt: null, statuses: [500, 503] }, 'Not sent to Pixel 8 – the push service answered 503'],
  ['unanswered', { state: 'failed', acceptedAt: null, statuses: [0] }, 'Not sent to Pixel 8 – the push service did not answer'],
  ['dropped', { state: 'dropped', acceptedAt: null }, 'Not sent to Pixel 8 – the ring was over before the push service took it'],
  ['shown, then dropped', { state: 'dropped', acceptedAt: null, shownAt: at(700) }, 'Sent to Pixel 8 – shown after 700 ms'],
  ['on its way', { state: 'sending', acceptedAt: null, statuses: [] }, 'Sent to Pixel 8 – waiting for the push service'],
  ['tried again', { state: 'due', acceptedAt: null, statuses: [429] }, 'Sent to Pixel 8 – the push service asks to wait'],
  ['the end', { kind: 'ended', at: at(45_000), acceptedAt: at(45_080) }, '“Missed” sent to Pixel 8 – accepted after 80 ms'],
  [
    'withheld from phones',
    { state: 'withheld', reason: 'phones_off', acceptedAt: null },
    'Not sent to Pixel 8 – mobile notifications were off',
  ],
  ['withheld', { state: 'withheld', acceptedAt: null }, 'Not sent to Pixel 8 – notifications were off or quiet'],
])('a push: %s', (_what, fields, expected) => {
  expect(linesOf(details([]), { ...none, pushes: [push(fields)] })).toStrictEqual([expected])
})

test('what preferences kept from three devices is one line', () => {
  const withheld = push({ state: 'withheld', acceptedAt: null })
  expect(linesOf(details([]), { ...none, pushes: [withheld, withheld, withheld] })).toStrictEqual([
    'Not sent to 3 devices – notifications were off or quiet',
  ])
})

test('a push of a live ring that is not shown yet says nothing about it', () => {
  expect(linesOf(details([], null), { ...none, pushes: [push()] })).toStrictEqual(['Sent to Pixel 8 – accepted after 120 ms'])
})

const mail = (fields: Partial<RingTimeline['steps'][number]>): RingTimeline => ({
  ...none,
  steps: [{ kind: 'mail', dueAt: at(8_000), startedAt: at(8_010), state: 'skipped', reason: null, ...fields }],
})

test.each<[string, Parameters<typeof mail>[0], 'missed' | 'answered_video' | null, readonly string[]]>([
  ['sent', { state: 'done' }, 'missed', ['Mail sent – because no device had shown the ring']],
  ['quiet', { reason: 'quiet' }, 'missed', ['No mail – your doorbell was quiet']],
  ['not wanted', { reason: 'preferences' }, 'missed', ['No mail – mails about missed rings are off']],
  ['to come', { state: 'waiting', startedAt: null }, null, ['Next: a mail – if no device has shown the ring']],
  ['never begun', { state: 'waiting', startedAt: null }, 'missed', []],
  ['needless after an answer', { reason: 'over' }, 'answered_video', []],
  ['seen and missed', { reason: 'seen' }, 'missed', ['No mail – a device had shown the ring']],
])('the mail: %s', (_what, fields, outcome, expected) => {
  expect(linesOf(details([], outcome), mail(fields))).toStrictEqual(expected)
})

test('each cause stands once, with its devices and where its next step is taken', () => {
  const cause = (code: MissCause['code'], device: string | null = null): MissCause => ({ code, device })
  const causes = causesOf([
    cause('not_shown', 'Pixel 8'),
    cause('subscription_gone', 'Firefox on Linux'),
    cause('not_shown', 'iPad'),
    cause('no_open_page'),
    cause('of_a_newer_server' as 'quiet'),
  ])
  expect(causes.map(({ code, devices, link }) => [code, devices, link.to])).toStrictEqual([
    ['not_shown', 'Pixel 8 and iPad', '/settings/devices'],
    ['subscription_gone', 'Firefox, Linux', '/settings/devices'],
    ['no_open_page', undefined, '/wall'],
  ])
})

test('devices that were removed since are counted in one line', () => {
  expect(linesOf(details([]), { ...none, removed: 1 })).toStrictEqual([
    'A device that was removed since – what it did is not known any more',
  ])
})
