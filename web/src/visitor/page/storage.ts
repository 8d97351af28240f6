/** What the browser remembers of its visit (spec section 3): hints for the next load; the server's word wins. */
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

/** Storage may be refused (private windows): then nothing is remembered and the cookie alone restores the visit. */
function tryStorage<T>(use: (storage: Storage) => T, which: 'localStorage' | 'sessionStorage' = 'localStorage'): T | undefined {
  try {
    return use(window[which])
  } catch {
    return undefined
  }
}

/** Writes the state's five keys, or clears them where no visit is open. */
export function remember(state: PageState): void {
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
    // A chip's label is nobody's name: it would stand in the next ring's form.
    const { visitorName } = typedOnly(textsOf(visit))
    if (visitorName) storage.setItem('visitorName', visitorName)
  })
}

/** @returns the visit this browser had open at this door, where it remembers one. */
export function recall(qrCodeId: string): VisitHint | undefined {
  return tryStorage((storage) => {
    const activityId = Number(storage.getItem('visitorActivityId'))
    if (storage.getItem('visitorQrCodeId') !== qrCodeId || !Number.isInteger(activityId) || activityId <= 0) return undefined
    return { activityId, visitorName: storage.getItem('visitorName') ?? '' }
  })
}

/** @returns the name typed last in this browser, or an empty text. */
export function recallName(): string {
  return tryStorage((storage) => storage.getItem('visitorName')) ?? ''
}

const DRAFT = 'visitorDraft'

/** What was typed and not rung with yet, for this tab of the browser alone: the other tabs of the page are pages of their own. */
export function keepDraft(qrCodeId: string, draft: Draft): void {
  tryStorage((storage) => storage.setItem(DRAFT, JSON.stringify({ ...draft, qrCodeId })), 'sessionStorage')
}

export function forgetDraft(): void {
  tryStorage((storage) => storage.removeItem(DRAFT), 'sessionStorage')
}

/** @returns what was typed at this door, under what the page holds already */
export function withKeptDraft(qrCodeId: string, draft: Draft): Draft {
  const kept = tryStorage(
    (storage) => JSON.parse(storage.getItem(DRAFT) ?? '{}') as Partial<Draft & { qrCodeId: string }>,
    'sessionStorage',
  )
  if (kept?.qrCodeId !== qrCodeId) return draft
  const one = (name: keyof Draft) => draft[name] || String(kept[name] ?? '')
  return { visitorName: one('visitorName'), unitNumber: one('unitNumber'), message: one('message') }
}
