/** From a door and a visit to what the visitor's template shows (web/src/visitor/template/README.md). Pure. */
import type { TemplateData } from '#kit/template.ts'
import type { PublicDoor } from '#proto/doors.ts'
import type { VisitWithChat } from '#proto/entities.ts'
import { RETENTION_DAYS } from '#proto/limits.ts'
import { type FormState, plateOf, tabsOf } from './visitor-parts.ts'
import type { VisitorWords } from './visitor-words.ts'

/** An answered or missed visit stays on the page this long; later the same phone gets a fresh form. */
const STAYS_MS = 30 * 60_000
const RING_LIFE_S = 45

export type PageInput = {
  readonly words: VisitorWords
  readonly door: PublicDoor | undefined
  readonly visit: VisitWithChat | undefined
  readonly now: Date
  readonly key: string
  readonly write: boolean
  /** This browser has left something here: it can be seen and erased. */
  readonly left: boolean
  readonly form?: FormState
  readonly failure?: string
  /** Where its forms post to, other than the door's own address. */
  readonly action?: string
}

/** The visit the page opens with: a live one always, an ended one while it is fresh. */
export function currentVisit(visits: readonly VisitWithChat[], now: Date): VisitWithChat | undefined {
  const newest = visits[0]
  if (!newest || newest.outcome === 'cancelled') return undefined
  if (newest.outcome === null) return newest
  const last = newest.messages.at(-1)?.timestamp ?? newest.timestamp
  return now.getTime() - Date.parse(last) < STAYS_MS ? newest : undefined
}

function waiting(input: PageInput, visit: VisitWithChat): TemplateData {
  const left = Math.max(0, Math.round((Date.parse(visit.endsAt ?? input.now.toISOString()) - input.now.getTime()) / 1000))
  const { server } = input.words
  return {
    visitId: visit.id,
    secondsLeft: left,
    shareLeft: Math.min(1, left / RING_LIFE_S),
    clockLeft: `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`,
    inLine: visit.inLine === 0 ? '' : visit.inLine === 1 ? server.nextInLine : server.inLine.replace('{count}', String(visit.inLine)),
    delivered: visit.delivered,
    seen: visit.seen,
    photoUrl: visit.photoUrl,
    visitorName: visit.visitorName,
    message: visit.message,
    canWrite: visit.canWrite,
    write: input.write,
  }
}

/** An invite is for once: its guest has no bell to ring. */
const ringsAnew = (visit: VisitWithChat) => visit.activityType === 'doorbell_ring'

function chat(input: PageInput, visit: VisitWithChat): TemplateData {
  return {
    visitId: visit.id,
    line: visit.outcome === 'answered_message' ? input.words.server.chatLine : input.words.server.callLine,
    ring: visit.message,
    messages: visit.messages.map((message) => ({ mine: message.senderId === 'visitor', text: message.message })),
    canWrite: visit.canWrite,
    tryAgain: ringsAnew(visit),
    failure: input.failure,
  }
}

function panel(input: PageInput, visit: VisitWithChat): TemplateData {
  const { words } = input
  if (visit.outcome === 'dismissed')
    return { icon: 'hand', ...words.declined, tryAgain: ringsAnew(visit), visitId: visit.id, failure: input.failure }
  const again = visit.againLeft > 0
  if (visit.messageLeft) {
    return {
      icon: 'checks',
      blue: true,
      ...words.requestSent,
      again: again ? { label: words.requestSent.callAgain, main: false } : null,
      small: words.requestSent.estimate,
      visitId: visit.id,
      failure: input.failure,
    }
  }
  return {
    icon: 'bell-simple',
    ...words.missed,
    leave: visit.canWrite ? { photoUrl: visit.photoUrl } : null,
    again: again ? { label: words.missed.callAgain, main: !visit.canWrite } : null,
    tryAgain: !again && ringsAnew(visit),
    visitId: visit.id,
    failure: input.failure,
  }
}

const keptFor = ({ stored }: VisitorWords, { keptDays }: PublicDoor) => stored.howLong.replace('{days}', String(keptDays))

function formOf(state: FormState | undefined, kept: string, left: boolean): TemplateData {
  const { values = {}, details = {}, failure } = state ?? {}
  return {
    visitorName: values.visitorName ?? '',
    unitNumber: values.unitNumber ?? '',
    message: values.message ?? '',
    nameError: details.visitorName,
    unitError: details.unitNumber,
    messageError: details.message,
    photoError: details.photo,
    failure,
    kept: left ? null : kept,
    left,
  }
}

/** A refusal that named no form of its own is said above the empty one. */
const formState = ({ form, failure }: PageInput): FormState | undefined => form ?? (failure ? { values: {}, failure } : undefined)

/** The whole page of one door. */
export function pageModel(input: PageInput): TemplateData {
  const { door, visit, words } = input
  const base = {
    title: door ? `${words.server.title} · ${door.label}` : words.inactive.title,
    action: input.action ?? (door ? `/visitor/${door.qrCodeId}` : '/visitor'),
    idempotencyKey: input.key,
    door: door ? plateOf(door.label) : null,
    boot: JSON.stringify({ door: door ?? null, visit: visit ?? null, left: input.left, now: input.now.toISOString() }),
    refresh: false,
    left: input.left,
    mine: door ? `/visitor/${door.qrCodeId}?tab=left` : '',
  }
  if (!door) return { ...base, page: 'inactive', panel: { icon: 'qr-code', ...words.inactive, enterCode: true } }
  if (!visit || input.form)
    return {
      ...base,
      page: 'form',
      tabs: tabsOf(door, 'ring'),
      form: formOf(formState(input), keptFor(words, door), input.left),
    }
  if (visit.outcome === null) return { ...base, page: 'waiting', refresh: !input.write, waiting: waiting(input, visit) }
  if (visit.outcome.startsWith('answered')) return { ...base, page: 'chat', refresh: !visit.canWrite, chat: chat(input, visit) }
  return { ...base, page: 'panel', refresh: visit.outcome === 'missed' && !visit.canWrite, panel: panel(input, visit) }
}

/** The form where nothing can be learned of its door now. No `now` in the boot: that would say that no visit is open. */
export function awayModel(input: { words: VisitorWords; qrCodeId: string; key: string; form: FormState }): TemplateData {
  const door = { qrCodeId: input.qrCodeId, label: input.words.server.title, building: null, keptDays: RETENTION_DAYS.free }
  return {
    title: door.label,
    action: `/visitor/${encodeURIComponent(input.qrCodeId)}`,
    idempotencyKey: input.key,
    door: plateOf(door.label),
    boot: JSON.stringify({ door, visit: null }),
    refresh: false,
    page: 'form',
    form: formOf(input.form, '', false),
  }
}

/** A new account's door that is not there yet. The page asks again by itself (the `Refresh` header), with and without script. */
export const preparingModel = (words: VisitorWords): TemplateData => ({
  title: words.preparing.title,
  page: 'preparing',
  door: null,
  boot: '{}',
  refresh: false,
  panel: { icon: 'bell-simple', ...words.preparing },
})

/** Bare /visitor: the code on the sign, and the way back to an unexpired visit. */
export function codeModel(input: {
  words: VisitorWords
  now: Date
  value: string
  error?: string
  resume?: VisitWithChat | undefined
}): TemplateData {
  return {
    title: input.words.server.title,
    page: 'code',
    action: '/visitor',
    door: null,
    boot: JSON.stringify({ door: null, visit: null, now: input.now.toISOString() }),
    code: {
      value: input.value,
      error: input.error,
      resume: input.resume ? { href: `/visitor/${input.resume.qrCodeId}`, label: input.resume.doorLabel } : null,
    },
  }
}
