/** A device that the system has taken from this phone during the call, and a button to reopen it. */
import { useState } from 'react'
import type { CallKind } from '#proto/entities.ts'
import { type MediaState, TAKEN } from '../../core/media/media-state.ts'
import { callTexts } from '../../core/texts/en-call.ts'
import type { VisitorPage } from '../page/visitor-page.ts'
import { Icon } from '../parts/icon.tsx'

type Taken = { readonly kind: CallKind; readonly title: string; readonly text: string }

/**
 * Refused and missing devices have the camera card.
 * @returns the text, and the kind of call whose devices Try Again opens: not a camera that the visitor has turned off
 */
export function takenDevice({ microphone, camera }: MediaState['local']): Taken | undefined {
  const ofMicrophone = TAKEN.find((problem) => problem === microphone.problem)
  if (ofMicrophone && camera.problem) return { kind: 'video', ...callTexts.bothProblem }
  if (ofMicrophone) return { kind: 'audio', ...callTexts.microphoneProblem[ofMicrophone] }
  const ofCamera = TAKEN.find((problem) => problem === camera.problem)
  return ofCamera && { kind: 'video', ...callTexts.cameraProblem[ofCamera] }
}

export function DeviceNote({ page, taken }: { readonly page: VisitorPage; readonly taken: Taken }) {
  const [isAsking, setAsking] = useState(false)

  async function tryAgain(): Promise<void> {
    setAsking(true)
    await page.calls.turnOn?.(taken.kind)
    setAsking(false)
  }
  return (
    <div className="cam" role="alert">
      <Icon name="warning-circle-fill" />
      <p>
        <strong>{taken.title}</strong>
        <span>{taken.text}</span>
      </p>
      <div className="acts">
        <button type="button" className="btn sm" disabled={isAsking} onClick={() => void tryAgain()}>
          {callTexts.tryAgain}
        </button>
      </div>
    </div>
  )
}
