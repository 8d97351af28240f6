/** The visitor's typed fields, and what a chip adds to them (decision 5). */
import type { Purpose, VisitWithChat } from '#proto/entities.ts'
import { visitorTexts } from '../en-visitor.ts'
import type { RingFields } from './ring.ts'

export type Draft = { readonly visitorName: string; readonly unitNumber: string; readonly message: string }

/** The texts among a form's posted values. */
export const draftOf = ({ visitorName = '', unitNumber = '', message = '' }: Readonly<Record<string, string>>): Draft => ({
  visitorName,
  unitNumber,
  message,
})

const CHIPS = Object.values(visitorTexts.chips)

/** Removes the texts that a chip filled in: they would keep the next chip from filling its own. */
export function typedOnly({ visitorName, unitNumber, message }: Draft): Draft {
  return {
    visitorName: CHIPS.some((chip) => chip.label === visitorName) ? '' : visitorName,
    unitNumber,
    message: CHIPS.some((chip) => chip.message === message) ? '' : message,
  }
}

/** A chip fills only empty fields; without one the fields are as typed. */
export function fieldsOf(draft: Draft, purpose?: Purpose): RingFields {
  const visitorName = draft.visitorName.trim()
  const unitNumber = draft.unitNumber.trim()
  const message = draft.message.trim()
  if (!purpose) return { visitorName, unitNumber, message }
  const chip = visitorTexts.chips[purpose]
  return { visitorName: visitorName || chip.label, unitNumber, message: message || chip.message, purpose }
}

type Rung = Pick<VisitWithChat, 'id' | 'visitorName' | 'unitNumber' | 'message' | 'purpose' | 'againOf'>

/** Call Again rings with the same texts and chip, so that the resident sees one repeated ring. */
export function againFields(visit: Rung): RingFields {
  const { purpose, againOf, id } = visit
  return { ...textsOf(visit), ...(purpose ? { purpose } : {}), againOf: againOf ?? id }
}

/** The texts a visit was rung with. */
export function textsOf(visit: Pick<VisitWithChat, 'visitorName' | 'unitNumber' | 'message'>): Draft {
  return { visitorName: visit.visitorName, unitNumber: visit.unitNumber ?? '', message: visit.message }
}
