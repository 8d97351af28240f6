/** Shown while another tab of this visitor sends: the picture continues here without sound, and one press takes over. */
import { useState } from 'react'
import type { CallKind } from '#proto/entities.ts'
import { callTexts } from '../../core/texts/en-call.ts'
import type { VisitorPage } from '../page/visitor-page.ts'
import { Icon } from '../parts/icon.tsx'

type OtherTabCardProps = { readonly page: VisitorPage; readonly kind: CallKind }

export function OtherTabCard({ page, kind }: OtherTabCardProps) {
  const [isAsking, setAsking] = useState(false)

  async function takeOver(): Promise<void> {
    setAsking(true)
    await page.calls.turnOn?.(kind)
    setAsking(false)
  }
  return (
    <div className="cam">
      <Icon name="video-camera" />
      <p role="status">
        <strong>{callTexts.openInOtherTab}</strong>
      </p>
      <div className="acts">
        <button type="button" className="btn sm go" disabled={isAsking} onClick={() => void takeOver()}>
          {callTexts.continueHere}
        </button>
      </div>
    </div>
  )
}
