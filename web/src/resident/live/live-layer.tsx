/** The layer above every signed-in page and its dialogs: the incoming ring and the call. */
import { lazy, Suspense } from 'react'
import type { Activity, User } from '#proto/entities.ts'
import { canCall } from '../../core/media/support.ts'
import { isEnd } from '../../core/outbox.ts'
import { callTexts } from '../../core/texts/en-call.ts'
import { residentTexts } from '../../core/texts/en-resident.ts'
import { answerRing, requirePremium } from '../../features/live-call/call-controller.ts'
import { activeSession, idleMedia } from '../../features/live-call/call-sessions.ts'
import { liveEventReceived, silenced, useLiveDispatch, useScreen, useSilenced } from '../../features/live-call/live-store.ts'
import { hasSound } from '../../features/live-call/rings.ts'
import type { Answer, EndedMessage, InCall, Live, RingStep } from '../../features/live-call/transitions.ts'
import { useFoundCall } from '../../features/live-call/use-found-call.ts'
import { useLiveRing } from '../../features/live-call/use-live-ring.ts'
import type { EndedText } from '../../features/rings/ended-message.tsx'
import { IncomingModal } from '../../features/rings/incoming-modal.tsx'
import { nameOf } from '../../ui/activity-texts.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { classes } from '../../ui/primitives.tsx'
import { useToast } from '../../ui/toasts.tsx'
import { LayerContext } from '../../ui/top-layer.ts'
import { useValue } from '../../ui/use-value.ts'
import { useActivity } from '../data/activities.ts'
import { useReach } from '../data/use-reach.ts'
import { useUpgrade } from '../data/use-upgrade.ts'
import { clock, connection, outbox, sounds } from '../services.ts'
import styles from './call-screen.module.css'
import { useAttention } from './use-attention.ts'
import { useRingAlerts } from './use-ring-alerts.ts'

const CallScreen = lazy(async () => ({ default: (await import('./call-screen.tsx')).CallScreen }))

const NONE: readonly Activity[] = []
const t = residentTexts.ring

type Ringing = Extract<Live, { mode: 'ringing' }>

export function LiveLayer({ user }: { user: User }) {
  const screen = useScreen()
  const { shown, later, rings } = useLiveRing(user.subscriptionTier === 'premium')
  const { soundBlocked } = useAttention()
  useFoundCall()
  useRingAlerts()
  const isIn = screen.mode === 'videoCall' || screen.mode === 'audioCall'
  const stage = useStandby(screen) ?? (isIn ? screen : undefined)
  const calling = useActivity(stage?.activityId)
  return (
    <LayerContext value="door">
      {stage ? (
        <Dialog
          label={stage.mode === 'videoCall' ? t.video : t.audio}
          className={classes(styles.stage, !isIn && styles.standby)}
          open={isIn}
        >
          <Suspense fallback={null}>
            <CallScreen screen={stage} activity={calling} later={isIn ? rings : NONE} />
          </Suspense>
        </Dialog>
      ) : null}
      {screen.mode === 'ringing' && shown ? (
        <Incoming user={user} screen={screen} ring={shown} later={later} soundBlocked={soundBlocked} />
      ) : null}
      <EndingNote />
    </LayerContext>
  )
}

/** Shown until the server has confirmed the end of a call, which takes as long as the network is lost. */
function EndingNote() {
  const isEnding = useValue(outbox.pending).some(isEnd)
  const { registered } = useValue(connection.state)
  if (!isEnding) return null
  return (
    <p className={styles.ending} role="status">
      {registered ? callTexts.ending : callTexts.endingOffline}
    </p>
  )
}

/** Mounts the view of a prepared call hidden under the modal, so that the press has nothing left to render. */
function useStandby(screen: Live): InCall | undefined {
  const active = useValue(activeSession)
  const phase = useValue(active?.session.state ?? idleMedia).phase
  if (screen.mode !== 'ringing' || active?.activityId !== screen.activityId) return undefined
  const { step, activityId } = screen
  const stands = phase === 'prepared' || phase === 'joining' || phase === 'live'
  if (!stands || (step.name !== 'asking' && step.name !== 'answering')) return undefined
  const mode = step.name === 'answering' && step.answer === 'audio' ? 'audioCall' : 'videoCall'
  return { mode, activityId, step: 'here', chatOpen: false }
}

type IncomingProps = {
  readonly user: User
  readonly screen: Ringing
  readonly ring: Activity
  readonly later: readonly Activity[]
  readonly soundBlocked: boolean
}

function Incoming({ user, screen, ring, later, soundBlocked }: IncomingProps) {
  const dispatch = useLiveDispatch()
  const toast = useToast()
  const isSilenced = useSilenced(ring.id)
  const isOffline = useReach() === 'offline'
  const { step } = screen
  const free = user.subscriptionTier === 'free'
  const closePremium = () => dispatch(liveEventReceived({ type: 'premiumClosed' }))
  const upgrade = useUpgrade()
  const onUpgrade =
    upgrade &&
    (() => {
      closePremium()
      upgrade()
    })
  const answer = (choice: Answer) => {
    if (free && (choice === 'video' || choice === 'audio')) requirePremium(ring.id, choice)
    else void answerRing(ring.id, choice, toast)
  }
  return (
    <IncomingModal
      key={ring.id}
      ring={ring}
      later={later}
      phase={phaseOf(step)}
      endedMessage={step.name === 'over' ? endedText(step.endedMessage, nameOf(ring)) : undefined}
      premium={step.name === 'premium' ? { wanted: step.wanted, onNotNow: closePremium, onUpgrade } : undefined}
      messageFirst={free || !canCall()}
      now={clock.now}
      silenced={isSilenced || !hasSound(ring)}
      soundBlocked={soundBlocked}
      offline={isOffline}
      onAnswer={answer}
      onSilence={() => dispatch(silenced(ring.id))}
      onSound={sounds.unlock}
    />
  )
}

function phaseOf(step: RingStep) {
  if (step.name === 'answering') return step.answer
  return step.name === 'premium' ? 'asking' : step.name
}

/** "Answered on …", "{name} has left". */
function endedText(endedMessage: EndedMessage, name: string): EndedText {
  switch (endedMessage.kind) {
    case 'answered':
      return { kind: 'answered', text: endedMessage.device ? t.answeredOn(endedMessage.device) : t.answeredElsewhere }
    case 'dismissed':
      return { kind: 'answered', text: t.dismissedElsewhere }
    case 'cancelled':
      return { kind: 'gone', text: t.left(name) }
    case 'missed':
      return { kind: 'gone', text: t.missed }
  }
}
