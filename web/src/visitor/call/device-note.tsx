/** What the system has taken from this phone during the call, and a way to get it back. */
import { useState } from 'react'
import type { CallKind } from '#proto/entities.ts'
import type { MediaState } from '../../core/media/media-state.ts'
import { callTexts } from '../../core/texts/en-call.ts'
import type { VisitorPage } from '../page/visitor-page.ts'
import { Icon } from '../parts/icon.tsx'

/** Refused and missing devices have the camera card. */
const TAKEN = ['lost', 'silent', 'taken'] as const

export function takenText({ microphone, camera }: MediaState['local']) {
  const isTaken = (problem: MediaState['local']['camera']['problem']) => TAKEN.find((name) => name === problem)
  const [ofMicrophone, ofCamera] = [isTaken(microphone.problem), isTaken(camera.problem)]
  if (ofMicrophone) return callTexts.microphoneProblem[ofMicrophone]
  return ofCamera && callTexts.cameraProblem[ofCamera]
}

type DeviceNoteProps = {
  readonly page: VisitorPage
  readonly kind: CallKind
  readonly texts: { readonly title: string; readonly text: string }
}

export function DeviceNote({ page, kind, texts }: DeviceNoteProps) {
  const [isAsking, setAsking] = useState(false)

  async function tryAgain(): Promise<void> {
    setAsking(true)
    await page.calls.turnOn(kind)
    setAsking(false)
  }
  return (
    <div className="cam" role="alert">
      <Icon name="warning-circle-fill" />
      <p>
        <strong>{texts.title}</strong>
        <span>{texts.text}</span>
      </p>
      <div className="acts">
        <button type="button" className="btn sm" disabled={isAsking} onClick={() => void tryAgain()}>
          {callTexts.tryAgain}
        </button>
      </div>
    </div>
  )
}
