import { visitorTexts } from '../en-visitor.ts'
import type { VisitState } from '../state/visit-state.ts'
import { Note } from './note.tsx'

const texts = visitorTexts.form

type DelayNoteProps = {
  readonly ringing: VisitState['ringing']
  /** A press that could not even be sent. */
  readonly isLost?: boolean
}

/** Why a press has not arrived yet; empty without a delay. */
export function DelayNote({ ringing, isLost }: DelayNoteProps) {
  if (isLost) return <Note icon="wifi-slash" tone="amber" text={texts.offline} />
  if (ringing === 'crowded') return <Note icon="users" tone="amber" text={texts.crowded} />
  if (ringing !== 'again') return null
  return navigator.onLine ? (
    <Note icon="warning-circle-fill" tone="amber" text={texts.tryingAgain} />
  ) : (
    <Note icon="wifi-slash" tone="amber" text={texts.tryingOffline} />
  )
}
