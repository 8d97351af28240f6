/** What stands on the stage when the call cannot go on by itself: a refused device, a call elsewhere, a call to return to. */
import {
  ArrowsClockwiseIcon,
  DeviceMobileIcon,
  type Icon,
  MicrophoneSlashIcon,
  PhoneCallIcon,
  VideoCameraSlashIcon,
  WarningCircleIcon,
} from '@phosphor-icons/react'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { callTexts } from '../../core/texts/en-call.ts'
import { residentTexts } from '../../core/texts/en-resident.ts'
import type { Trouble } from './call-status.ts'
import styles from './panels.module.css'

const t = residentTexts.call

type PanelProps = {
  readonly icon: Icon
  readonly title: string
  readonly text: string
  /** A face is behind it: it stands at its foot, and small. */
  readonly low?: boolean
  readonly children: ReactNode
}

function Panel({ icon: Picture, title, text, low, children }: PanelProps) {
  return (
    <div className={styles.middle} data-low={low}>
      <section className={styles.panel} role="alert">
        <div className={styles.tile}>
          <Picture size={30} aria-hidden />
        </div>
        <h2>{title}</h2>
        <p>{text}</p>
        <div className={styles.choices}>{children}</div>
      </section>
    </div>
  )
}

type DeviceProps = { readonly trouble: Trouble; readonly low: boolean; readonly onTryAgain: () => void; readonly onChat: () => void }

export function DevicePanel({ trouble, low, onTryAgain, onChat }: DeviceProps) {
  const words = trouble.device === 'camera' ? callTexts.cameraProblem[trouble.problem] : callTexts.microphoneProblem[trouble.problem]
  return (
    <Panel icon={trouble.device === 'camera' ? VideoCameraSlashIcon : MicrophoneSlashIcon} title={words.title} text={words.text} low={low}>
      <Button type="primary" onClick={onTryAgain}>
        {callTexts.tryAgain}
      </Button>
      <Button onClick={onChat}>{callTexts.continueWithChat}</Button>
    </Panel>
  )
}

export function FailedPanel({ text, onTryAgain, onChat }: { text: string; onTryAgain: () => void; onChat: () => void }) {
  return (
    <Panel icon={WarningCircleIcon} title={t.failedTitle} text={text}>
      <Button type="primary" onClick={onTryAgain}>
        {callTexts.tryAgain}
      </Button>
      <Button onClick={onChat}>{callTexts.continueWithChat}</Button>
    </Panel>
  )
}

/** `own`: this device's seat, after a reload. `vacant`: nobody's. A device's name: the call goes on there. */
export type Seat = { readonly kind: 'own' } | { readonly kind: 'vacant' } | { readonly kind: 'elsewhere'; readonly device: string }

type AwayProps = {
  readonly seat: Seat
  readonly name: string
  readonly onJoin: () => void
  readonly onClose: () => void
  readonly onEnd: () => void
}

export function AwayPanel({ seat, name, onJoin, onClose, onEnd }: AwayProps) {
  if (seat.kind === 'elsewhere')
    return (
      <Panel icon={DeviceMobileIcon} title={callTexts.continuedOn(seat.device)} text={callTexts.continuedElsewhere}>
        <Button onClick={onClose}>{t.backToDashboard}</Button>
      </Panel>
    )
  if (seat.kind === 'vacant')
    return (
      <Panel icon={ArrowsClockwiseIcon} title={t.returnText(name)} text={t.takeOverText}>
        <Button type="primary" onClick={onJoin}>
          {callTexts.takeOver}
        </Button>
      </Panel>
    )
  return (
    <Panel icon={PhoneCallIcon} title={t.returnToCall} text={t.returnText(name)}>
      <Button type="primary" onClick={onJoin}>
        {t.returnToCall}
      </Button>
      <Button onClick={onEnd}>{callTexts.end}</Button>
    </Panel>
  )
}
