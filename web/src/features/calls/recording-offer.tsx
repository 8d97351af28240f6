/** Before a recording: what is recorded, how long it is stored, and the button that asks the visitor. */
import { Button } from 'antd'
import { useEffect, useId, useRef } from 'react'
import { sharedTexts } from '../../core/texts/en-shared.ts'
import { writeBytes } from '../../ui/bytes.ts'
import { ErrorState } from '../../ui/primitives.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { recordingTexts } from './en-recording.ts'
import styles from './recording.module.css'
import { type CallRecording, cannotAsk } from './recording-state.ts'

const t = recordingTexts

export type OfferProps = {
  readonly recording: CallRecording
  readonly kind: 'video' | 'audio'
  readonly name: string
  readonly isConnected: boolean
  /** The visitor is being asked, or the plans are open. */
  readonly onDone: () => void
}

export function RecordingOffer({ recording, kind, name, isConnected, onDone }: OfferProps) {
  const id = useId()
  const { status, onCheck } = recording
  const check = useRef(onCheck)
  check.current = onCheck
  // The plan, the storage and the server's disk may have changed since the call began.
  useEffect(() => check.current(), [])
  if (!status)
    return recording.isStatusFailed ? (
      <ErrorState text={t.failed} retry={sharedTexts.common.retry} onRetry={onCheck} />
    ) : (
      <Skeleton className={styles.loading} />
    )
  const reason = cannotAsk(status, recording.view, isConnected)
  const reasonText = reason && t.unavailable[reason]
  // The visitor is not asked again in this call.
  const isUsedUp = reason === 'asksUsed' || reason === 'timeUsed'
  const isFree = status.unavailable === 'subscription_required'
  const ask = () => {
    onDone()
    if (isFree) recording.onPremium()
    else recording.onStart()
  }
  return (
    <div className={styles.offer}>
      <div id={id}>
        {isUsedUp ? null : (
          <>
            <p>{t.asked(name)}</p>
            <p>{t.what[kind](name)}</p>
            <p>
              {`${t.limits(status.maxSeconds / 60, status.keptDays)} ${t.used(writeBytes(status.usedBytes), writeBytes(status.maxBytes))}.`}
            </p>
          </>
        )}
        {reasonText || isFree ? <p className={styles.reason}>{reasonText ?? t.unavailable.subscription_required}</p> : null}
      </div>
      <Button type="primary" aria-describedby={id} disabled={reason !== undefined} onClick={ask}>
        {t.ask}
      </Button>
    </div>
  )
}
