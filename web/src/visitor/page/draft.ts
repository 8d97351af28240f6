/** The visitor's typed fields, and what a chip adds to them (docs/product/decisions.md, 5). */
import type { Purpose, VisitWithChat } from '#proto/entities.ts'
import { mapDetails, RING_DETAIL_NAMES, type TypedTexts } from '#proto/ring-details.ts'
import { visitorTexts } from '../en-visitor.ts'
import type { RingFields } from './ring.ts'

export type RingDraft = TypedTexts
/** In the order of the form. */
export const TEXT_FIELDS: readonly (keyof RingDraft)[] = ['visitorName', ...RING_DETAIL_NAMES, 'message']

/** One text for each field. */
export const mapTexts = (textOf: (name: keyof RingDraft) => string): RingDraft => ({
  visitorName: textOf('visitorName'),
  ...mapDetails(textOf),
  message: textOf('message'),
})

/** The texts among a form's posted values. */
export const ringDraftOf = (values: Readonly<Record<string, string>>): RingDraft => mapTexts((name) => values[name] ?? '')

const CHIPS = Object.values(visitorTexts.chips)

/** Removes the texts that a chip filled in: they would keep the next chip from filling its own. */
export const typedOnly = (draft: RingDraft): RingDraft => ({
  ...draft,
  visitorName: CHIPS.some((chip) => chip.label === draft.visitorName) ? '' : draft.visitorName,
  message: CHIPS.some((chip) => chip.message === draft.message) ? '' : draft.message,
})

/** A chip fills only empty fields; without one the fields are as typed. */
export function ringFieldsOf(draft: RingDraft, purpose?: Purpose): RingFields {
  const typed = mapTexts((name) => draft[name].trim())
  if (!purpose) return typed
  const chip = visitorTexts.chips[purpose]
  return { ...typed, visitorName: typed.visitorName || chip.label, message: typed.message || chip.message, purpose }
}

type Rung = Pick<VisitWithChat, 'id' | keyof RingDraft | 'purpose' | 'againOf'>

/** Call Again rings with the same texts and chip, so that the resident sees one repeated ring. */
export function againFields(visit: Rung): RingFields {
  const { purpose, againOf, id } = visit
  return { ...textsOf(visit), ...(purpose ? { purpose } : {}), againOf: againOf ?? id }
}

/** The texts a visit was rung with. */
export const textsOf = (visit: Pick<VisitWithChat, keyof RingDraft>): RingDraft => mapTexts((name) => visit[name] ?? '')
