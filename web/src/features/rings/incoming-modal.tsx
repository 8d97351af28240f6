/**
 * The incoming ring's modal, above every page until the ring is answered or over: no close button, Escape does nothing. Texts and
 * buttons do not move when the photo loads.
 */
import {
  BellSimpleRingingIcon,
  BuildingsIcon,
  CalendarCheckIcon,
  HouseIcon,
  MapPinIcon,
  MoonIcon,
  ProhibitIcon,
  UserMinusIcon,
  WarningCircleIcon,
  WifiSlashIcon,
} from '@phosphor-icons/react'
import { type ReactNode, useId, useRef } from 'react'
import type { Activity } from '#proto/entities.ts'
import { RING_DETAIL_NAMES, type RingDetail } from '#proto/ring-details.ts'
import { sharedTexts } from '../../core/texts/en-shared.ts'
import { homeOf, messageOf, visitorNameOf } from '../../ui/activity-texts.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { classes, Tag } from '../../ui/primitives.tsx'
import { PurposeIcon } from '../../ui/purpose-icon.tsx'
import { AnswerButtons, type AnswerPress } from './answers.tsx'
import { secondsLeft, useServerNow } from './countdown.ts'
import { ringsTexts } from './en-rings.ts'
import { EndedMessageLine, type EndedText } from './ended-message.tsx'
import { LaterRings } from './later-rings.tsx'
import { PremiumAnswer, type PremiumAnswerProps } from './premium-answer.tsx'
import { RingPicture } from './ring-picture.tsx'
import styles from './rings.module.css'
import { SoundButtons } from './sound-buttons.tsx'
import { usePressGuard } from './use-press-guard.ts'

const t = sharedTexts.ring
/** A detail without an icon is text alone. */
const DETAIL_ICONS: Readonly<Partial<Record<RingDetail, ReactNode>>> = { unitNumber: <BuildingsIcon size={15} aria-hidden /> }

export type RingPhase = 'asking' | 'failed' | 'over' | AnswerPress
/** The pressed answer that needs another plan: this account's, or that of the home where it rings. */
export type PremiumWanted = Pick<PremiumAnswerProps, 'wanted' | 'onNotNow' | 'onUpgrade'>

type Props = {
  readonly ring: Activity
  readonly later: readonly Activity[]
  /** `asking`, the pending answer, or `over`. */
  readonly phase: RingPhase
  readonly endedMessage: EndedText | undefined
  readonly premium: PremiumWanted | undefined
  /** Free plan, or a browser that cannot call. */
  readonly messageFirst: boolean
  /** Others of the household have the ring too, and ignoring it is for all of them. */
  readonly isForEveryone: boolean
  readonly now: () => number
  readonly silenced: boolean
  readonly soundBlocked: boolean
  readonly offline: boolean
  /** On a wall display, which is used with an outstretched arm. */
  readonly isLarge: boolean
  readonly onAnswer: (answer: AnswerPress) => void
  readonly onSilence: () => void
  /** "Not me"; undefined where nobody else has the ring. */
  readonly onPass: (() => void) | undefined
  readonly onSound: () => void
  /** Undefined where visitors cannot be blocked. */
  readonly onBlock: (() => void) | undefined
  /** For an ended message that stays until it is read. */
  readonly onClose: () => void
}

export function IncomingModal(props: Props) {
  const { ring, later, phase, endedMessage, premium, now } = props
  const id = useId()
  const title = useRef<HTMLHeadingElement>(null)
  const guard = usePressGuard(`${ring.id} ${phase} ${premium?.wanted}`)
  const serverNow = useServerNow(now, ring.endsAt)
  const left = secondsLeft(ring, serverNow)
  const name = visitorNameOf(ring)
  return (
    <Dialog
      role="alertdialog"
      labelledBy={`${id}t ${id}n`}
      describedBy={`${id}m`}
      className={classes(styles.modal, props.isLarge && styles.large)}
      focus={title}
      {...(premium && { onEscape: premium.onNotNow })}
    >
      <RingPicture ring={ring} name={name} left={left} serverNow={serverNow} />
      <div className={styles.body}>
        <h2 className={styles.title} id={`${id}t`} ref={title} tabIndex={-1}>
          <BellSimpleRingingIcon size={20} weight="fill" aria-hidden />
          <span>{t.title}</span>
        </h2>
        <p className={classes(styles.name, name.length > 22 && styles.long)} id={`${id}n`}>
          {name}
        </p>
        <p className={styles.message} id={`${id}m`}>
          {messageOf(ring)}
        </p>
        <Facts ring={ring} />
        {ring.visitorAway && !endedMessage ? (
          <p className={styles.away} role="status">
            <MoonIcon size={18} aria-hidden />
            <span>{t.away(name)}</span>
          </p>
        ) : null}
        {props.offline && phase !== 'failed' && !endedMessage ? (
          <p className={styles.away} role="status">
            <WifiSlashIcon size={18} aria-hidden />
            <span>{ringsTexts.offline}</span>
          </p>
        ) : null}
        {phase === 'failed' ? (
          <p className={styles.failed} role="alert">
            <WarningCircleIcon size={18} weight="fill" aria-hidden />
            <span>{t.answerFailed}</span>
          </p>
        ) : null}
        <LaterRings rings={later} now={now} />
        {endedMessage ? <EndedMessageLine message={endedMessage} onClose={guard(props.onClose)} /> : null}
        {premium && !endedMessage ? (
          <PremiumAnswer {...premium} name={name} home={ring.home} onMessage={guard(() => props.onAnswer('message'))} />
        ) : null}
        {!premium && !endedMessage ? (
          <AnswerButtons
            isLarge={props.isLarge}
            messageFirst={props.messageFirst}
            handled={ring.isHandled}
            isForEveryone={props.isForEveryone}
            pending={phase === 'asking' || phase === 'failed' || phase === 'over' ? undefined : phase}
            onPress={(answer) => guard(() => props.onAnswer(answer))()}
          />
        ) : null}
        <SoundButtons
          over={Boolean(endedMessage)}
          silenced={props.silenced}
          blocked={props.soundBlocked}
          onSilence={props.onSilence}
          onSound={props.onSound}
        >
          {props.onPass && !ring.test ? (
            <button type="button" onClick={guard(props.onPass)}>
              <UserMinusIcon size={18} aria-hidden />
              <span>{ringsTexts.notMe}</span>
            </button>
          ) : null}
          {/* An invite's guest is at no door, and a test ring has no visitor. */}
          {!props.onBlock || ring.activityType === 'video_call' || ring.test ? null : (
            <button type="button" onClick={guard(props.onBlock)}>
              <ProhibitIcon size={18} aria-hidden />
              <span>{t.block}</span>
            </button>
          )}
        </SoundButtons>
        <p className="spoken" aria-live="assertive">
          {left === 10 && !endedMessage ? t.secondsLeft(10) : ''}
        </p>
      </div>
    </Dialog>
  )
}

function Facts({ ring }: { ring: Activity }) {
  const a = sharedTexts.activity
  return (
    <div className={styles.facts}>
      {ring.test ? (
        <Tag tone="accent" icon={<BellSimpleRingingIcon size={15} aria-hidden />}>
          {a.test.tag}
        </Tag>
      ) : null}
      {ring.expected ? (
        <Tag tone="green" icon={<CalendarCheckIcon size={15} aria-hidden />}>
          {sharedTexts.ring.expected}
        </Tag>
      ) : null}
      {ring.purpose ? <Tag icon={<PurposeIcon purpose={ring.purpose} size={15} />}>{a.purposes[ring.purpose]}</Tag> : null}
      {RING_DETAIL_NAMES.map((name) =>
        ring[name] ? (
          <Tag key={name} icon={DETAIL_ICONS[name]}>
            {a.details[name].tag(ring[name])}
          </Tag>
        ) : null,
      )}
      {ring.home ? (
        <Tag tone="accent" icon={<HouseIcon size={15} aria-hidden />}>
          {homeOf(ring)}
        </Tag>
      ) : null}
      {/* An invite's guest is at no door. */}
      {ring.activityType === 'video_call' ? null : <Tag icon={<MapPinIcon size={15} aria-hidden />}>{ring.doorLabel}</Tag>}
      {ring.rings > 1 ? <Tag tone="amber">{a.rangTimes(ring.rings)}</Tag> : null}
    </div>
  )
}
