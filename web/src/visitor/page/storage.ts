/** The visit in the browser's storage (docs/product/specification.md, 3): hints for the next load; the server's state wins. */
import type { CommunicationType } from '#proto/entities.ts'
import { tryStorage } from '../../core/storage.ts'
import type { VisitState } from '../state/visit-state.ts'
import { textsOf, typedOnly } from './draft.ts'

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
} as const satisfies Record<VisitState['screen']['at'], CallStatus>

function communicationOf(state: VisitState): CommunicationType | null {
  if (state.screen.at === 'call') return state.screen.kind
  return state.screen.at === 'chat' ? 'message' : null
}

/** Writes the five keys of the specification, or removes them when no visit is open. */
export function saveState(state: VisitState): void {
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
