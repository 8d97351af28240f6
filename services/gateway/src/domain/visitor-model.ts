/** Maps a door and a visit to the data of the visitor's template (web/src/visitor/template/README.md). Pure. */
import type { TemplateData } from '#kit/template.ts'
import type { PublicDoor } from '#proto/doors.ts'
import type { VisitWithChat } from '#proto/entities.ts'
import { RETENTION_DAYS } from '#proto/limits.ts'
import { type FormState, plateOf, tabsOf } from './visitor-parts.ts'
import type { VisitorTexts } from './visitor-texts.ts'

/** An answered or missed visit stays on the page this long; later the same phone gets a fresh form. */
const STAYS_MS = 30 * 60_000
/** A page of 60 lines of 2,000 characters took 29 ms to render and compress; every other request waited for it. */
const CHAT_CHARACTERS = 20_000

export type PageInput = {
  readonly texts: VisitorTexts
  readonly door: PublicDoor | undefined
  readonly visit: VisitWithChat | undefined
  readonly now: Date
  readonly key: string
  readonly write: boolean
  /** This browser has traces here, which it can see and erase. */
  readonly left: boolean
  readonly form?: FormState
  readonly failure?: string
  /** Where the forms post to, if not to the door's own path. */
  readonly action?: string
}

/** The visit that the page opens with: a live one always, an ended one for 30 minutes. */
export function currentVisit(visits: readonly VisitWithChat[], now: Date): VisitWithChat | undefined {
  const newest = visits[0]
  if (!newest || newest.outcome === 'cancelled') return undefined
  if (newest.outcome === null) return newest
  const last = newest.messages.at(-1)?.timestamp ?? newest.timestamp
  return now.getTime() - Date.parse(last) < STAYS_MS ? newest : undefined
}

function waiting(input: PageInput, visit: VisitWithChat): TemplateData {
  const [rangAt, endsAt] = [Date.parse(visit.timestamp), Date.parse(visit.endsAt ?? input.now.toISOString())]
  const left = Math.max(0, Math.round((endsAt - input.now.getTime()) / 1000))
  const { server } = input.texts
  return {
    visitId: visit.id,
    secondsLeft: left,
    shareLeft: Math.min(1, (left * 1000) / Math.max(1, endsAt - rangAt)),
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

/** The guest of an invite cannot ring: an invite works once. */
const ringsAnew = (visit: VisitWithChat) => visit.activityType === 'doorbell_ring'

/** @returns the newest messages that fit the page; its script, where there is one, reads them all */
function newestOf(messages: VisitWithChat['messages']): VisitWithChat['messages'] {
  let characters = 0
  const first = messages.findLastIndex(({ message }) => {
    characters += message.length
    return characters > CHAT_CHARACTERS
  })
  return messages.slice(first + 1)
}

function chat(input: PageInput, visit: VisitWithChat): TemplateData {
  return {
    visitId: visit.id,
    line: visit.outcome === 'answered_message' ? input.texts.server.chatLine : input.texts.server.callLine,
    ring: visit.message,
    messages: newestOf(visit.messages).map((message) => ({ mine: message.senderId === 'visitor', text: message.message })),
    canWrite: visit.canWrite,
    tryAgain: ringsAnew(visit),
    failure: input.failure,
  }
}

function panel(input: PageInput, visit: VisitWithChat): TemplateData {
  const { texts } = input
  if (visit.outcome === 'dismissed')
    return { icon: 'hand', ...texts.declined, tryAgain: ringsAnew(visit), visitId: visit.id, failure: input.failure }
  const again = visit.againLeft > 0
  if (visit.messageLeft) {
    return {
      icon: 'checks',
      blue: true,
      ...texts.requestSent,
      again: again ? { label: texts.requestSent.callAgain, main: false } : null,
      small: texts.requestSent.estimate,
      visitId: visit.id,
      failure: input.failure,
    }
  }
  return {
    icon: 'bell-simple',
    ...texts.missed,
    leave: visit.canWrite ? { photoUrl: visit.photoUrl } : null,
    again: again ? { label: texts.missed.callAgain, main: !visit.canWrite } : null,
    tryAgain: !again && ringsAnew(visit),
    visitId: visit.id,
    failure: input.failure,
  }
}

const keptFor = ({ stored }: VisitorTexts, { keptDays }: PublicDoor) => stored.howLong.replace('{days}', String(keptDays))

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

/** An error without a form of its own is shown above the empty form. */
const formState = ({ form, failure }: PageInput): FormState | undefined => form ?? (failure ? { values: {}, failure } : undefined)

/** The whole page of one door. */
export function pageModel(input: PageInput): TemplateData {
  const { door, visit, texts } = input
  const base = {
    title: door ? `${texts.server.title} · ${door.label}` : texts.inactive.title,
    action: input.action ?? (door ? `/visitor/${door.qrCodeId}` : '/visitor'),
    idempotencyKey: input.key,
    door: door ? plateOf(door.label) : null,
    boot: JSON.stringify({ door: door ?? null, visit: visit ?? null, left: input.left, now: input.now.toISOString() }),
    refresh: false,
    left: input.left,
    mine: door ? `/visitor/${door.qrCodeId}?tab=left` : '',
  }
  if (!door) return { ...base, page: 'inactive', panel: { icon: 'qr-code', ...texts.inactive, enterCode: true } }
  if (!visit || input.form)
    return {
      ...base,
      page: 'form',
      tabs: tabsOf(door, 'ring'),
      form: formOf(formState(input), keptFor(texts, door), input.left),
    }
  if (visit.outcome === null) return { ...base, page: 'waiting', refresh: !input.write, waiting: waiting(input, visit) }
  if (visit.outcome.startsWith('answered')) return { ...base, page: 'chat', refresh: !visit.canWrite, chat: chat(input, visit) }
  return { ...base, page: 'panel', refresh: visit.outcome === 'missed' && !visit.canWrite, panel: panel(input, visit) }
}

/** The form while the door's service is down. The boot data omits `now`, which would mean that no visit is open. */
export function unavailableModel(input: { texts: VisitorTexts; qrCodeId: string; key: string; form: FormState }): TemplateData {
  const door = { qrCodeId: input.qrCodeId, label: input.texts.server.title, building: null, keptDays: RETENTION_DAYS.free }
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

/** The page of a new account's door that does not exist yet. The `Refresh` header reloads it, with and without script. */
export const preparingModel = (texts: VisitorTexts): TemplateData => ({
  title: texts.preparing.title,
  page: 'preparing',
  door: null,
  boot: '{}',
  refresh: false,
  panel: { icon: 'bell-simple', ...texts.preparing },
})

/** Bare /visitor: asks for the sign's code and links to an unexpired visit. */
export function codeModel(input: {
  texts: VisitorTexts
  now: Date
  value: string
  error?: string
  resume?: VisitWithChat | undefined
}): TemplateData {
  return {
    title: input.texts.server.title,
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
