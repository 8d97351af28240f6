/** What the visitor typed, and what a chip adds to it (decision 5). */
import type { Purpose, VisitWithChat } from '#proto/entities.ts'
import { visitorTexts } from '../../core/texts/en-visitor.ts'
import type { RingFields } from './ring.ts'

export type Draft = { readonly visitorName: string; readonly unitNumber: string; readonly message: string }

const CHIPS = Object.values(visitorTexts.chips)

/** What a chip filled in is not the visitor's own: it would stand in the next chip's way. */
export function typedOnly({ visitorName, unitNumber, message }: Draft): Draft {
  return {
    visitorName: CHIPS.some((chip) => chip.label === visitorName) ? '' : visitorName,
    unitNumber,
    message: CHIPS.some((chip) => chip.message === message) ? '' : message,
  }
}

/** A chip fills only what is empty; without one the fields are as typed. */
export function fieldsOf(draft: Draft, purpose?: Purpose): RingFields {
  const visitorName = draft.visitorName.trim()
  const unitNumber = draft.unitNumber.trim()
  const message = draft.message.trim()
  if (!purpose) return { visitorName, unitNumber, message }
  const chip = visitorTexts.chips[purpose]
  return { visitorName: visitorName || chip.label, unitNumber, message: message || chip.message, purpose }
}

type Rung = Pick<VisitWithChat, 'id' | 'visitorName' | 'unitNumber' | 'message' | 'purpose' | 'againOf'>

/** What Call Again rings with: the same words and chip, so that the resident sees the same visit come again. */
export function againFields(visit: Rung): RingFields {
  const { purpose, againOf, id } = visit
  return { ...textsOf(visit), ...(purpose ? { purpose } : {}), againOf: againOf ?? id }
}

/** The texts a visit was rung with. */
export function textsOf(visit: Pick<VisitWithChat, 'visitorName' | 'unitNumber' | 'message'>): Draft {
  return { visitorName: visit.visitorName, unitNumber: visit.unitNumber ?? '', message: visit.message }
}
