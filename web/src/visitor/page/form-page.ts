/** The data of the ring form, on the server and in the browser: the page's start state, its screen, and the typed texts. */
import { INVITE_CODE } from '#proto/limits.ts'
import type { DoorState, InviteState } from '#proto/visitor-page.ts'
import type { ServerClock } from '../../core/server-clock.ts'
import { createStore, type WritableStore } from '../../core/store.ts'
import { START, type VisitState, visitTransition } from '../state/visit-state.ts'
import { type RingDraft, ringDraftOf } from './draft.ts'

export type StartState = DoorState | InviteState

export type FormPage = {
  readonly start: StartState
  /** From the start state; INVITE_CODE on an invite's page. */
  readonly qrCodeId: string
  /** Where the page's forms post to without script. */
  readonly action: string
  readonly state: WritableStore<VisitState>
  /** The door's current label: the resident may rename it during a visit. */
  readonly label: WritableStore<string>
  /** The initial texts of the form; its fields are uncontrolled and report what is typed. */
  readonly draft: WritableStore<RingDraft>
  /** This browser has rung or written at this door, so there is data to see and erase. */
  readonly hasStoredData: WritableStore<boolean>
  readonly clock: ServerClock
  /** Called after the new panel is in the DOM and before it is painted. */
  readonly panelChanged: () => void
}

/** @returns the screen of the start state, with its failure and its open message field */
export function screenOfStart({ visit, failure, isWriting }: StartState): VisitState {
  const shown = failure && { message: failure.details ? '' : failure.message, details: failure.details ?? {} }
  const begun: VisitState = { ...START, failure: shown, writing: isWriting }
  return visit ? visitTransition(begun, { type: 'visit_received', visit }) : begun
}

/** The path of a door's page. */
export const doorPath = (qrCodeId: string) => `/visitor/${encodeURIComponent(qrCodeId)}`

export function createFormPage(start: StartState, { clock, panelChanged }: Pick<FormPage, 'clock' | 'panelChanged'>): FormPage {
  const isInvite = start.page === 'invite'
  const qrCodeId = isInvite ? INVITE_CODE : start.door.qrCodeId
  return {
    start,
    qrCodeId,
    action: isInvite ? `/visitor/invite/${encodeURIComponent(start.token)}` : doorPath(qrCodeId),
    state: createStore(screenOfStart(start)),
    label: createStore(start.door.label),
    draft: createStore(ringDraftOf(isInvite ? {} : start.values)),
    hasStoredData: createStore(isInvite ? start.visit !== null : start.hasStoredData),
    clock,
    panelChanged,
  }
}

/** True also for a visit resumed from the bare page: an invite's visit has INVITE_CODE in place of a door's code. */
export const isGuestOfInvite = ({ qrCodeId }: Pick<FormPage, 'qrCodeId'>) => qrCodeId === INVITE_CODE
