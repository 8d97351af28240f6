/** Panels for a call that needs the resident: a failed device, a call on another device, a call to return to. */
import {
  ArrowsClockwiseIcon,
  BrowsersIcon,
  ClockIcon,
  DeviceMobileIcon,
  type Icon,
  MicrophoneSlashIcon,
  PhoneCallIcon,
  VideoCameraSlashIcon,
  WarningCircleIcon,
} from '@phosphor-icons/react'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import type { DeviceProblem } from '../../core/media/media-state.ts'
import { callTexts } from '../../core/texts/en-call.ts'
import type { DeviceError } from './call-status.ts'
import { callViewTexts } from './en-calls.ts'
import styles from './panels.module.css'

const t = callViewTexts

type PanelProps = {
  readonly icon: Icon
  readonly title: string
  readonly text: string
  readonly more?: string | undefined
  /** Over video: small and at the bottom. */
  readonly low?: boolean
  readonly children: ReactNode
}

function Panel({ icon: Picture, title, text, more, low, children }: PanelProps) {
  return (
    <div className={styles.middle} data-low={low}>
      <section className={styles.panel} role="alert">
        <div className={styles.tile}>
          <Picture size={30} aria-hidden />
        </div>
        <h2>{title}</h2>
        <p>{text}</p>
        {more ? <p>{more}</p> : null}
        <div className={styles.choices}>{children}</div>
      </section>
    </div>
  )
}

type DeviceProps = {
  readonly deviceError: DeviceError
  readonly low: boolean
  readonly onTryAgain: () => void
  readonly onChat: () => void
}

function deviceTexts(error: DeviceError) {
  if (error.device === 'both') return error.camera ? callTexts.cameraProblem[error.camera] : callTexts.bothProblem
  return error.device === 'camera' ? callTexts.cameraProblem[error.problem] : callTexts.microphoneProblem[error.problem]
}

export function DevicePanel({ deviceError, low, onTryAgain, onChat }: DeviceProps) {
  const texts = deviceTexts(deviceError)
  return (
    <Panel
      icon={deviceError.device === 'microphone' ? MicrophoneSlashIcon : VideoCameraSlashIcon}
      title={texts.title}
      text={texts.text}
      more={deviceError.device === 'both' && deviceError.camera ? callTexts.bothProblem.text : undefined}
      low={low}
    >
      <Button type="primary" onClick={onTryAgain}>
        {callTexts.tryAgain}
      </Button>
      <Button onClick={onChat}>{callTexts.continueWithChat}</Button>
    </Panel>
  )
}

type NoVideoProps = { readonly problem: DeviceProblem; readonly onTryAgain: () => void; readonly onDismiss: () => void }

/** The camera of an audio call could not be opened. */
export function NoVideoPanel({ problem, onTryAgain, onDismiss }: NoVideoProps) {
  const { title, text } = callTexts.cameraProblem[problem]
  const goesOn = callTexts.cameraProblem.missing.text
  return (
    <Panel icon={VideoCameraSlashIcon} title={title} text={text} more={problem === 'missing' ? undefined : goesOn} low>
      <Button type="primary" onClick={onTryAgain}>
        {callTexts.tryAgain}
      </Button>
      <Button onClick={onDismiss}>{t.withoutVideo}</Button>
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

type ChatOrEndProps = { readonly onChat: () => void; readonly onEnd: () => void }

function ChatOrEnd({ onChat, onEnd }: ChatOrEndProps) {
  return (
    <>
      <Button type="primary" onClick={onChat}>
        {t.write}
      </Button>
      <Button onClick={onEnd}>{callTexts.end}</Button>
    </>
  )
}

/** The visitor's browser has no calls: retrying would not help. */
export function UnablePanel({ name, ...choices }: ChatOrEndProps & { readonly name: string }) {
  return (
    <Panel icon={WarningCircleIcon} title={t.failedTitle} text={t.unable(name)}>
      <ChatOrEnd {...choices} />
    </Panel>
  )
}

/** Closes by itself once the call is connected. */
export function SlowPanel({ name, ...choices }: ChatOrEndProps & { readonly name: string }) {
  return (
    <Panel icon={ClockIcon} title={t.slowTitle} text={t.slowText(name)}>
      <ChatOrEnd {...choices} />
    </Panel>
  )
}

/**
 * Who holds the call: `own` this session, after a reload; `tab` another page of this session; `vacant` no device; `elsewhere` the named
 * device.
 */
export type HolderState =
  | { readonly kind: 'own' | 'vacant' }
  | { readonly kind: 'tab'; readonly device: string }
  | { readonly kind: 'elsewhere'; readonly device: string }

type AwayProps = {
  readonly holderState: HolderState
  readonly name: string
  /** Whose home it is, where it is another account's. */
  readonly home: string | undefined
  readonly onJoin: () => void
  readonly onRefuse: () => void
  readonly onClose: () => void
  readonly onEnd: () => void
}

export function AwayPanel({ holderState, name, home, onJoin, onRefuse, onClose, onEnd }: AwayProps) {
  if (holderState.kind === 'elsewhere')
    return (
      <Panel icon={DeviceMobileIcon} title={callTexts.continuedOn(holderState.device)} text={callTexts.continuedElsewhere} more={home}>
        <Button onClick={onClose}>{t.backToDashboard}</Button>
      </Panel>
    )
  if (holderState.kind === 'tab')
    return (
      <Panel icon={BrowsersIcon} title={callTexts.continuedOn(holderState.device)} text={t.inAnotherTab}>
        <Button type="primary" onClick={onJoin}>
          {callTexts.takeOver}
        </Button>
        <Button onClick={onClose}>{t.backToDashboard}</Button>
      </Panel>
    )
  if (holderState.kind === 'vacant')
    return (
      <Panel icon={ArrowsClockwiseIcon} title={t.returnText(name)} text={t.takeOverText} more={home}>
        <Button type="primary" onClick={onJoin}>
          {callTexts.takeOver}
        </Button>
        <Button onClick={onRefuse}>{t.notNow}</Button>
      </Panel>
    )
  return (
    <Panel icon={PhoneCallIcon} title={t.returnToCall} text={t.returnText(name)} more={home}>
      <Button type="primary" onClick={onJoin}>
        {t.returnToCall}
      </Button>
      <Button onClick={onEnd}>{callTexts.end}</Button>
    </Panel>
  )
}
