/** The layer above every signed-in page and its dialogs: the incoming ring and the call. */
import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import type { Activity, CurrentUser } from '#proto/entities.ts'
import { hasCalls, isShared } from '../../core/homes.ts'
import { canCall } from '../../core/media/support.ts'
import { isEnd } from '../../core/outbox.ts'
import { useActivities, useActivity } from '../../core/queries/activities.ts'
import { useHousehold } from '../../core/queries/household.ts'
import { useUpgrade } from '../../core/queries/subscription.ts'
import { useReach } from '../../core/queries/use-reach.ts'
import { isCutOff } from '../../core/reach.ts'
import { useServices } from '../../core/services.ts'
import { callTexts } from '../../core/texts/en-call.ts'
import { sharedTexts } from '../../core/texts/en-shared.ts'
import { useValue } from '../../core/use-value.ts'
import { useCallController } from '../../features/live-call/call-context.ts'
import { liveTexts } from '../../features/live-call/en-live-call.ts'
import { useScreen, useSilenced } from '../../features/live-call/live-store.ts'
import { hasSound } from '../../features/live-call/rings.ts'
import { useStrayPressGuard } from '../../features/live-call/stray-presses.ts'
import type { Answer, EndedMessage, InCall, Live, RingStep } from '../../features/live-call/transitions.ts'
import { useAttention } from '../../features/live-call/use-attention.ts'
import { useFoundCall } from '../../features/live-call/use-found-call.ts'
import { useLiveRing } from '../../features/live-call/use-live-ring.ts'
import { useMediaOf } from '../../features/live-call/use-media-of.ts'
import { useRingAlerts } from '../../features/live-call/use-ring-alerts.ts'
import type { EndedText } from '../../features/rings/ended-message.tsx'
import { IncomingModal } from '../../features/rings/incoming-modal.tsx'
import { BlockDialog } from '../../features/visits/block-dialog.tsx'
import { useBlock } from '../../features/visits/queries.ts'
import { visitorNameOf } from '../../ui/activity-texts.ts'
import { isolate } from '../../ui/bidi.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { classes } from '../../ui/primitives.tsx'
import { LayerContext } from '../../ui/top-layer.ts'
import { ReplaceCode } from '../replace-code.tsx'
import styles from './call-screen.module.css'

const loadCallScreen = async () => ({ default: (await import('./call-screen.tsx')).CallScreen })
const CallScreen = lazy(loadCallScreen)

const NONE: readonly Activity[] = []
const t = liveTexts

type Ringing = Extract<Live, { mode: 'ringing' }>

export function LiveLayer({ user }: { user: CurrentUser }) {
  const screen = useScreen()
  const activities = useActivities().data ?? NONE
  // A display shows its own household alone.
  const own = useMemo(() => (user.wall ? activities.filter(({ home }) => !home) : activities), [user.wall, activities])
  const { shown, later, rings } = useLiveRing(own)
  const { soundBlocked } = useAttention()
  usePreloadedCall(screen.mode === 'ringing' && shown !== undefined && hasCalls(shown, user))
  useFoundCall()
  useRingAlerts()
  const isIn = screen.mode === 'videoCall' || screen.mode === 'audioCall'
  const stage = useStandby(screen) ?? (isIn ? screen : undefined)
  const calling = useActivity(stage?.activityId)
  const [against, setAgainst] = useState<Against>()
  useStrayPressGuard(isIn || screen.mode === 'ringing')
  return (
    <LayerContext value="door">
      {stage ? (
        <Dialog
          label={stage.mode === 'videoCall' ? sharedTexts.ring.video : sharedTexts.ring.audio}
          className={classes(styles.stage, !isIn && styles.standby)}
          open={isIn}
        >
          <Suspense fallback={null}>
            <CallScreen screen={stage} activity={calling} later={isIn ? rings : NONE} />
          </Suspense>
        </Dialog>
      ) : null}
      {/* During many rings the next modal would appear before the question could be answered. */}
      {against ? <Question {...against} onAsk={setAgainst} /> : null}
      {screen.mode === 'ringing' && shown && !against ? (
        <Incoming
          user={user}
          screen={screen}
          ring={shown}
          later={later}
          soundBlocked={soundBlocked}
          onBlock={user.wall || shown.home ? undefined : () => setAgainst({ act: 'block', ring: shown })}
        />
      ) : null}
      <EndingNote />
    </LayerContext>
  )
}

/** Loads call code and view while a ring may become a call, so that the press waits for neither. */
function usePreloadedCall(isWanted: boolean): void {
  const callController = useCallController()
  useEffect(() => {
    if (isWanted) void Promise.all([callController.preload(), loadCallScreen()])
  }, [isWanted, callController])
}

/** Shown until the server has confirmed the end of a call, which takes as long as the network is lost. */
function EndingNote() {
  const { connection, outbox } = useServices()
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
  const { session, media } = useMediaOf(screen.mode === 'ringing' ? screen.activityId : undefined)
  if (screen.mode !== 'ringing' || !session) return undefined
  const { step, activityId } = screen
  const stands = media.phase === 'prepared' || media.phase === 'joining' || media.phase === 'live'
  if (!stands || (step.name !== 'asking' && step.name !== 'answering')) return undefined
  const mode = step.name === 'answering' && step.answer === 'audio' ? 'audioCall' : 'videoCall'
  return { mode, activityId, step: 'here', chatOpen: false }
}

/** The questions before a visitor is blocked (docs/product/decisions.md, 11). */
type Against = { readonly act: 'block' | 'replaceCode'; readonly ring: Activity }

function Question({ act, ring, onAsk }: Against & { readonly onAsk: (next: Against | undefined) => void }) {
  const callController = useCallController()
  const block = useBlock()
  const close = () => onAsk(undefined)
  if (act === 'replaceCode') return <ReplaceCode doorId={ring.doorId} onClose={close} />
  return (
    <BlockDialog
      activity={ring}
      onBlock={() => callController.answer(ring.id, 'dismiss').then(() => block.mutateAsync(ring.id))}
      onReplaceCode={() => onAsk({ act: 'replaceCode', ring })}
      onClose={close}
    />
  )
}

type IncomingProps = {
  readonly user: CurrentUser
  readonly screen: Ringing
  readonly ring: Activity
  readonly later: readonly Activity[]
  readonly soundBlocked: boolean
  /** Undefined on a wall display and for a member of the household, who only answer. */
  readonly onBlock: (() => void) | undefined
}

function Incoming({ user, screen, ring, later, soundBlocked, onBlock }: IncomingProps) {
  const { clock, sounds } = useServices()
  const callController = useCallController()
  const isSilenced = useSilenced(ring.id)
  const isOffline = isCutOff(useReach())
  const { step } = screen
  const free = !hasCalls(ring, user)
  // Not fetched here: a ring waits for nothing.
  const { data: household } = useHousehold({ enabled: false })
  const isForAll = isShared(ring, household, clock.now())
  const closePremium = () => callController.show({ type: 'premiumClosed' })
  const upgrade = useUpgrade()
  const onUpgrade =
    upgrade &&
    (() => {
      closePremium()
      upgrade()
    })
  const answer = (choice: Answer) => {
    if (free && (choice === 'video' || choice === 'audio')) callController.requirePremium(ring.id, choice)
    else void callController.answer(ring.id, choice)
  }
  return (
    <IncomingModal
      key={ring.id}
      ring={ring}
      later={later}
      phase={phaseOf(step)}
      endedMessage={step.name === 'over' ? endedText(step.endedMessage, visitorNameOf(ring)) : undefined}
      premium={
        step.name === 'premium' ? { wanted: step.wanted, onNotNow: closePremium, onUpgrade: ring.home ? undefined : onUpgrade } : undefined
      }
      messageFirst={free || !canCall()}
      isForEveryone={isForAll}
      now={clock.now}
      silenced={isSilenced || !hasSound(ring)}
      soundBlocked={soundBlocked}
      offline={isOffline}
      isLarge={user.wall === true}
      onAnswer={answer}
      onSilence={() => callController.silence(ring.id)}
      onPass={isForAll && !user.wall ? () => void callController.pass(ring.id) : undefined}
      onSound={sounds.unlock}
      onBlock={onBlock}
      onClose={() => {
        callController.closePrepared()
        callController.show({ type: 'endedMessageSeen' })
      }}
    />
  )
}

function phaseOf(step: RingStep) {
  if (step.name === 'answering') return step.answer
  return step.name === 'premium' ? 'asking' : step.name
}

const endedText = (endedMessage: EndedMessage, name: string): EndedText => ({
  ...endOf(endedMessage, name),
  stays: endedMessage.stays === true,
})

/** "Answered on …", "{name} has left". */
function endOf(endedMessage: EndedMessage, name: string): Omit<EndedText, 'stays'> {
  switch (endedMessage.kind) {
    case 'answered':
      if (endedMessage.by) return { kind: 'answered', text: t.answeredBy(isolate(endedMessage.by)) }
      return { kind: 'answered', text: endedMessage.device ? t.answeredOn(endedMessage.device) : t.answeredElsewhere }
    case 'dismissed':
      return { kind: 'answered', text: endedMessage.by ? t.dismissedBy(isolate(endedMessage.by)) : t.dismissedElsewhere }
    case 'cancelled':
      return { kind: 'gone', text: t.left(name) }
    case 'missed':
      return { kind: 'gone', text: t.missed }
    case 'withdrawn':
      return { kind: 'gone', text: t.withdrawn }
    case 'unknown':
      return { kind: 'unknown', text: t.unknownEnd }
    case 'tested':
      return { kind: 'tested', text: t.tested[endedMessage.answer] }
  }
}
