/** The visit in the browser's storage (spec section 3): hints for the next load; the server's state wins. */
import type { CommunicationType } from '#proto/entities.ts'
import type { PageState } from '../state/page-state.ts'
import { type Draft, textsOf, typedOnly } from './draft.ts'

const KEYS = ['visitorCallState', 'visitorActivityId', 'visitorUserId', 'visitorQrCodeId', 'visitorName'] as const

type CallStatus = 'none' | 'waiting' | 'accepted' | 'declined'
export type VisitHint = { readonly activityId: number; readonly visitorName: string }

const STATUS = {
  form: 'none',
  missed: 'none',
  sent: 'none',
  inactive: 'none',
  waiting: 'waiting',
  declined: 'declined',
  ended: 'declined',
  chat: 'accepted',
  call: 'accepted',
} as const satisfies Record<PageState['screen']['at'], CallStatus>

function communicationOf(state: PageState): CommunicationType | null {
  if (state.screen.at === 'call') return state.screen.kind
  return state.screen.at === 'chat' ? 'message' : null
}

/** Storage may be blocked (private windows): then nothing is stored, and only the cookie restores the visit. */
function tryStorage<T>(use: (storage: Storage) => T, which: 'localStorage' | 'sessionStorage' = 'localStorage'): T | undefined {
  try {
    return use(window[which])
  } catch {
    return undefined
  }
}

/** Writes the five keys of the specification, or removes them when no visit is open. */
export function saveState(state: PageState): void {
  const { visit } = state
  tryStorage((storage) => {
    if (!visit || state.screen.at === 'form') {
      for (const key of KEYS) if (key !== 'visitorName') storage.removeItem(key)
      return
    }
    const callState = {
      callStatus: STATUS[state.screen.at],
      communicationType: communicationOf(state),
      ringSuccess: true,
      qrCodeId: visit.qrCodeId,
    }
    storage.setItem('visitorCallState', JSON.stringify(callState))
    storage.setItem('visitorActivityId', String(visit.id))
    storage.setItem('visitorUserId', String(visit.userId))
    storage.setItem('visitorQrCodeId', visit.qrCodeId)
    // A chip's label is not a name: stored, it would fill the next ring's form.
    const { visitorName } = typedOnly(textsOf(visit))
    if (visitorName) storage.setItem('visitorName', visitorName)
  })
}

/** @returns the visit that this browser had open at this door, if it is stored. */
export function loadVisitHint(qrCodeId: string): VisitHint | undefined {
  return tryStorage((storage) => {
    const activityId = Number(storage.getItem('visitorActivityId'))
    if (storage.getItem('visitorQrCodeId') !== qrCodeId || !Number.isInteger(activityId) || activityId <= 0) return undefined
    return { activityId, visitorName: storage.getItem('visitorName') ?? '' }
  })
}

/** @returns the name typed last in this browser, or an empty string. */
export function loadName(): string {
  return tryStorage((storage) => storage.getItem('visitorName')) ?? ''
}

const DRAFT = 'visitorDraft'

/** Stores what was typed and not rung with yet, in this tab only: other tabs have their own form. */
export function saveDraft(qrCodeId: string, draft: Draft): void {
  tryStorage((storage) => storage.setItem(DRAFT, JSON.stringify({ ...draft, qrCodeId })), 'sessionStorage')
}

export function clearDraft(): void {
  tryStorage((storage) => storage.removeItem(DRAFT), 'sessionStorage')
}

/** @returns the draft with its empty fields filled from this door's stored draft */
export function withSavedDraft(qrCodeId: string, draft: Draft): Draft {
  const kept = tryStorage(
    (storage) => JSON.parse(storage.getItem(DRAFT) ?? '{}') as Partial<Draft & { qrCodeId: string }>,
    'sessionStorage',
  )
  if (kept?.qrCodeId !== qrCodeId) return draft
  const one = (name: keyof Draft) => draft[name] || String(kept[name] ?? '')
  return { visitorName: one('visitorName'), unitNumber: one('unitNumber'), message: one('message') }
}
