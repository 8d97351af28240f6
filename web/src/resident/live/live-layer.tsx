/** The door, above every signed-in page and its dialogs: the incoming visitor and the call. */
import { lazy, Suspense } from 'react'
import type { Activity, User } from '#proto/entities.ts'
import { canCall } from '../../core/media/support.ts'
import { isEnd } from '../../core/outbox.ts'
import { serverClock } from '../../core/server-clock.ts'
import { callTexts } from '../../core/texts/en-call.ts'
import { residentTexts } from '../../core/texts/en-resident.ts'
import type { FarewellWords } from '../../features/rings/farewell.tsx'
import { IncomingModal, visitorName } from '../../features/rings/incoming-modal.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { classes } from '../../ui/parts.tsx'
import { useToast } from '../../ui/toasts.tsx'
import { LayerContext } from '../../ui/top-layer.ts'
import { useValue } from '../../ui/use-value.ts'
import { useActivity } from '../data/activities.ts'
import { useReach } from '../data/use-reach.ts'
import { useUpgrade } from '../data/use-upgrade.ts'
import { connection, outbox, sounds } from '../services.ts'
import { happened, silenced, useLiveDispatch, useScreen, useSilenced } from '../store.ts'
import { answerRing, refusePremium } from './actions.ts'
import styles from './call-screen.module.css'
import { heldSession, idleMedia } from './media.ts'
import { isHeard } from './rings.ts'
import type { Answer, Farewell, InCall, Live, RingStep } from './transitions.ts'
import { useAttention } from './use-attention.ts'
import { useFoundCall } from './use-found-call.ts'
import { useLiveRing } from './use-live-ring.ts'
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

/** The end of a call that the server has not confirmed: without a network it is not over yet, and nothing here says so. */
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

/** A call that stands by while it rings has its view already, unseen under the modal: the press has nothing left to build. */
function useStandby(screen: Live): InCall | undefined {
  const held = useValue(heldSession)
  const phase = useValue(held?.session.state ?? idleMedia).phase
  if (screen.mode !== 'ringing' || held?.activityId !== screen.activityId) return undefined
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
  const closePremium = () => dispatch(happened({ type: 'premiumClosed' }))
  const upgrade = useUpgrade()
  const onUpgrade =
    upgrade &&
    (() => {
      closePremium()
      upgrade()
    })
  const answer = (choice: Answer) => {
    if (free && (choice === 'video' || choice === 'audio')) refusePremium(ring.id, choice)
    else void answerRing(ring.id, choice, toast)
  }
  return (
    <IncomingModal
      key={ring.id}
      ring={ring}
      later={later}
      phase={phaseOf(step)}
      farewell={step.name === 'over' ? farewellWords(step.farewell, visitorName(ring)) : undefined}
      premium={step.name === 'premium' ? { wanted: step.wanted, onNotNow: closePremium, onUpgrade } : undefined}
      messageFirst={free || !canCall()}
      now={serverClock.now}
      silenced={isSilenced || !isHeard(ring)}
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

/** Quoted by states: "Answered on …", "{name} has left". */
function farewellWords(farewell: Farewell, name: string): FarewellWords {
  switch (farewell.kind) {
    case 'answered':
      return { kind: 'answered', text: farewell.device ? t.answeredOn(farewell.device) : t.answeredElsewhere }
    case 'dismissed':
      return { kind: 'answered', text: t.dismissedElsewhere }
    case 'left':
      return { kind: 'gone', text: t.left(name) }
    case 'missed':
      return { kind: 'gone', text: t.missed }
  }
}
