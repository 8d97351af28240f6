/** A ring's timeline for display: the entries of its details, its pages' reports, its pushes and steps, by time. */
import type { Activity } from '#proto/entities.ts'
import type { ActivityDetails, DetailsStep } from '#proto/history.ts'
import type { MissCause, ReachedPage, RingStep, RingTimeline, SentPush } from '#proto/push.ts'
import { historyTexts } from './en-history.ts'
import { timelineTexts } from './en-timeline.ts'

const { steps: stepTexts, onDevice } = historyTexts
const t = timelineTexts

export type TimelineLine = {
  readonly key: string
  readonly text: string
  /** Further details. */
  readonly detail?: string
  readonly at: string
  /** It failed. */
  readonly isBad?: true
}

const elapsed = (from: string, to: string) => Math.max(0, Date.parse(to) - Date.parse(from))

const sentence = (step: DetailsStep) => {
  const text = step.kind === 'delivered' ? stepTexts.delivered(1) : stepTexts[step.kind]
  return step.by ? `${text} ${onDevice(step.by)}` : text
}

/** Merges all reached devices into one line with the time of the first. Values of a newer server have no sentence here. */
function stepLines(details: ActivityDetails, hasPages: boolean): TimelineLine[] {
  const steps = details.steps.filter(({ kind }) => Object.hasOwn(stepTexts, kind))
  const devices = steps.filter(({ kind }) => kind === 'delivered')
  const [first] = devices
  return steps
    .filter(({ kind }) => !hasPages || (kind !== 'delivered' && kind !== 'seen'))
    .filter((step) => step.kind !== 'delivered' || step === first)
    .filter((step, index, all) => step.kind !== 'seen' || all.findIndex(({ kind }) => kind === 'seen') === index)
    .map((step, index) => ({
      key: `${index}-${step.kind}`,
      text: step === first ? stepTexts.delivered(devices.length) : sentence(step),
      at: step.at,
    }))
}

function pageLines({ device, deliveredAt, seenAt }: ReachedPage, index: number, rungAt: string): TimelineLine[] {
  const name = device === null ? t.anotherPage : t.device(device)
  return [
    ...(deliveredAt
      ? [{ key: `page-${index}`, text: t.page.reached(name), detail: t.after(elapsed(rungAt, deliveredAt)), at: deliveredAt }]
      : []),
    ...(seenAt ? [{ key: `seen-${index}`, text: t.page.seen(name), at: seenAt }] : []),
  ]
}

/** Why a push was not sent; undefined for one that was. */
function failureOf({ state, statuses }: SentPush): string | undefined {
  if (state === 'gone') return t.gone
  if (state === 'dropped') return t.over
  if (state !== 'failed') return undefined
  const status = statuses.at(-1)
  return status ? t.answered(status) : t.silent
}

/** Since the ring, or since a later push. */
function progressOf(push: SentPush, since: string, isOver: boolean): string {
  const { state, statuses, acceptedAt, shownAt, clickedAt } = push
  if (state === 'sending') return t.sending
  if (state === 'due') return t.due
  return t.join([
    ...(acceptedAt ? [t.accepted(elapsed(since, acceptedAt), statuses.length)] : []),
    ...(shownAt ? [t.shown(elapsed(since, shownAt))] : push.kind === 'ring' && isOver ? [t.neverShown] : []),
    ...(clickedAt ? [t.pressed(elapsed(since, clickedAt))] : []),
  ])
}

function pushTitle({ kind }: SentPush, { outcome }: Activity): ((device: string) => string) | undefined {
  if (kind === 'ring') return t.push.ring
  if (kind === 'ended') return outcome === 'missed' ? t.push.missed : t.push.ended
  return kind === 'message' ? t.push.message : undefined
}

function pushLine(push: SentPush, activity: Activity): TimelineLine[] {
  const title = pushTitle(push, activity)
  if (!title) return []
  const device = t.device(push.device)
  const line = { key: `push-${push.kind}-${push.deviceId}-${push.at}`, at: push.at }
  // For a device that has shown it, a later failed request is no fault.
  const failure = push.shownAt ? undefined : failureOf(push)
  if (failure) return [{ ...line, text: t.push.failed(device), detail: failure, isBad: true }]
  const since = push.kind === 'ring' ? activity.timestamp : push.at
  const detail = progressOf(push, since, activity.outcome !== null)
  return [{ ...line, text: title(device), ...(detail ? { detail } : {}) }]
}

/** One line for all pushes that preferences withheld. */
function pushLines(pushes: readonly SentPush[], activity: Activity): TimelineLine[] {
  const withheld = pushes.filter(({ kind, state }) => kind === 'ring' && state === 'withheld')
  const [first] = withheld
  const detail = withheld.every(({ reason }) => reason === 'phones_off') ? t.phonesOff : t.off
  return [
    ...(first ? [{ key: 'withheld', text: t.push.withheld(withheld.length, t.device(first.device)), detail, at: first.at }] : []),
    ...pushes.filter(({ state }) => state !== 'withheld').flatMap((push) => pushLine(push, activity)),
  ]
}

function stepLine({ kind, state, reason, dueAt, startedAt }: RingStep, { outcome }: Activity): TimelineLine[] {
  const line = { key: `step-${kind}-${dueAt}`, at: startedAt ?? dueAt }
  const { mail } = t
  switch (state) {
    case 'waiting':
      return outcome === null ? [{ ...line, text: mail.waiting, detail: mail.waitingWhy }] : []
    case 'running':
      return [{ ...line, text: mail.running }]
    case 'done':
      return [{ ...line, text: mail.done, detail: mail.doneWhy }]
    case 'skipped':
      // After an answer there is no mail.
      if (reason === null || (outcome !== 'missed' && (reason === 'over' || reason === 'seen'))) return []
      return [{ ...line, text: mail.skipped, detail: mail.reasons[reason] }]
  }
}

/** @param timeline undefined while it is loaded, and where notify has no data of the ring: then only the entries are shown */
export function timelineOf(details: ActivityDetails, timeline: RingTimeline | undefined): readonly TimelineLine[] {
  const { activity } = details
  const { pages = [], pushes = [], steps = [], removed = 0 } = timeline ?? {}
  const lines = [
    ...stepLines(details, pages.length > 0),
    ...pages.flatMap((page, index) => pageLines(page, index, activity.timestamp)),
    ...pushLines(pushes, activity),
    ...(removed ? [{ key: 'removed', text: t.push.removed(removed), detail: t.removed, at: activity.timestamp }] : []),
    ...steps.flatMap((step) => stepLine(step, activity)),
  ]
  return lines.sort((a, b) => Date.parse(a.at) - Date.parse(b.at))
}

export type Cause = {
  readonly code: MissCause['code']
  readonly title: string
  readonly text: string
  /** The devices that it concerns. */
  readonly devices?: string
  readonly link: { readonly to: string; readonly label: string }
}

const DEVICES = { to: '/settings/devices', label: t.why.devices }
const SETTINGS = { to: '/settings?tab=doorbell', label: t.why.settings }
const QUIET = { to: SETTINGS.to, label: t.why.quiet }
const LINKS: Readonly<Record<MissCause['code'], Cause['link']>> = {
  quiet: QUIET,
  push_off: SETTINGS,
  phones_off: SETTINGS,
  no_device: DEVICES,
  no_open_page: { to: '/wall', label: t.why.wall },
  subscription_gone: DEVICES,
  push_service_failed: DEVICES,
  not_shown: DEVICES,
  not_noticed: DEVICES,
}

/** Each cause once, with all devices that it concerns; one of a newer server has no sentence here. */
export function causesOf(causes: readonly MissCause[]): readonly Cause[] {
  const known = causes.filter(({ code }) => Object.hasOwn(t.why.causes, code))
  return [...new Set(known.map(({ code }) => code))].map((code) => {
    const devices = known.flatMap((cause) => (cause.code === code && cause.device !== null ? [t.device(cause.device)] : []))
    return { code, ...t.why.causes[code], link: LINKS[code], ...(devices.length ? { devices: t.why.on(devices) } : {}) }
  })
}
