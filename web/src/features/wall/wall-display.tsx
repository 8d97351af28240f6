/** The screen of a wall display: the clock, the door and the rings of today. The incoming ring is above it (resident/live). */
import { ArrowsInIcon, ArrowsOutIcon, LockKeyIcon, MoonIcon, SpeakerHighIcon, SpeakerSlashIcon } from '@phosphor-icons/react'
import { useCallback, useEffect, useState } from 'react'
import type { CurrentUser } from '#proto/entities.ts'
import type { WallView } from '#proto/operations/wall.ts'
import { useReach } from '../../core/queries/use-reach.ts'
import { useWall } from '../../core/queries/wall.ts'
import { isCutOff } from '../../core/reach.ts'
import { writeClock } from '../../core/texts/en-time.ts'
import { useZone } from '../../core/use-zone.ts'
import { holdWakeLock } from '../../core/wake-lock.ts'
import { minuteOfDay, setZone } from '../../core/zone.ts'
import { DoorLabel, DoorPanel } from '../../ui/door-panel.tsx'
import { useTitle } from '../../ui/use-title.ts'
import { wallTexts, writeWallDay } from './en-wall.ts'
import { LeaveWallDialog } from './leave-dialog.tsx'
import { isNight } from './night.ts'
import { TodaysRings } from './todays-rings.tsx'
import { useAwake } from './use-awake.ts'
import { useFullScreen } from './use-full-screen.ts'
import { useMinute } from './use-minute.ts'
import { useNewBuild } from './use-new-build.ts'
import { useSound } from './use-sound.ts'
import styles from './wall.module.css'

const t = wallTexts

type Props = {
  readonly user: CurrentUser
  /** A ring, a call or a chat is open. */
  readonly isBusy: boolean
  /** The requested page in place of this one. */
  readonly asked: string | undefined
  /** The password was entered, or the time for it is over. */
  readonly onAnswered: () => void
}

export function WallDisplay({ user, isBusy, asked, onAnswered }: Props) {
  useTitle(t.title)
  const { data: view } = useWall()
  const now = useMinute()
  const zone = useZone()
  const [wantsToLeave, setWantsToLeave] = useState(false)
  const [isAwake, wake] = useAwake()
  const isSounding = useSound(view?.doors.map(({ soundUrl }) => soundUrl) ?? [])
  const isAsking = wantsToLeave || asked !== undefined
  useEffect(holdWakeLock, [])
  useNewBuild(isBusy || isAsking || isAwake)
  const timeZone = view?.timeZone
  useEffect(() => {
    if (timeZone) setZone(timeZone)
  }, [timeZone])
  const close = useCallback(() => {
    setWantsToLeave(false)
    onAnswered()
  }, [onAnswered])
  // Until the resident's zone is known, night is not known either.
  const isDim = zone !== undefined && isNight(minuteOfDay(now), view?.quietHours) && !isAwake && !isBusy && !isAsking
  return (
    <main className={styles.wall} data-dim={isDim} id="content" tabIndex={-1}>
      <h1 className="spoken">{t.title}</h1>
      <div className={styles.now}>
        <Clock now={now} />
        {isDim ? null : <Door view={view} />}
      </div>
      {isDim ? (
        <button type="button" className={styles.brighten} aria-label={t.brighten} onClick={wake} />
      ) : (
        <>
          <TodaysRings now={now} />
          <Foot isSounding={isSounding} quiet={view?.quiet ?? null} onLeave={() => setWantsToLeave(true)} />
        </>
      )}
      {isAsking ? (
        <LeaveWallDialog firstName={user.firstName} hasTwoFactor={user.securitySettings.twoFactorEnabled} asked={asked} onClose={close} />
      ) : null}
    </main>
  )
}

/** "10:42" large, and "AM" small where the language has it. */
function Clock({ now }: { readonly now: Date }) {
  const [time, period] = writeClock(now).split(' ')
  return (
    <div className={styles.time}>
      <time className={styles.clock} dateTime={now.toISOString()}>
        <span>{time}</span>
        {period ? <small>{period}</small> : null}
      </time>
      <p className={styles.day}>{writeWallDay(now)}</p>
    </div>
  )
}

function Door({ view }: { readonly view: WallView | undefined }) {
  const [door, ...others] = view?.doors ?? []
  return door ? (
    <DoorPanel className={styles.door}>
      <DoorLabel label={door.label} under={others.map(({ label }) => label).join(', ') || undefined} />
    </DoorPanel>
  ) : null
}

type FootProps = { readonly isSounding: boolean; readonly quiet: WallView['quiet']; readonly onLeave: () => void }

function Foot({ isSounding, quiet, onLeave }: FootProps) {
  const fullScreen = useFullScreen()
  return (
    <div className={styles.foot}>
      <Sound isSounding={isSounding} quiet={quiet} />
      <div className={styles.buttons}>
        {fullScreen ? (
          <button type="button" onClick={fullScreen.toggle}>
            {fullScreen.isOn ? <ArrowsInIcon size={24} aria-hidden /> : <ArrowsOutIcon size={24} aria-hidden />}
            <span>{fullScreen.isOn ? t.endFullScreen : t.fullScreen}</span>
          </button>
        ) : null}
        <button type="button" onClick={onLeave}>
          <LockKeyIcon size={24} aria-hidden />
          <span>{t.leave.button}</span>
        </button>
      </div>
    </div>
  )
}

function Sound({ isSounding, quiet }: Pick<FootProps, 'isSounding' | 'quiet'>) {
  const isOffline = isCutOff(useReach())
  // Nothing rings then, whatever the sound: the line above the clock says so.
  if (isOffline && (quiet || isSounding)) return <p className={styles.sound} role="status" />
  if (quiet)
    return (
      <p className={styles.sound} role="status">
        <MoonIcon size={24} aria-hidden />
        <span>{t.quiet[quiet]}</span>
      </p>
    )
  if (isSounding)
    return (
      <p className={styles.sound} role="status">
        <SpeakerHighIcon size={24} aria-hidden />
        <span>{t.soundOn}</span>
      </p>
    )
  return (
    <p className={styles.sound} data-off role="status">
      <SpeakerSlashIcon size={28} weight="fill" aria-hidden />
      <span>
        <strong>{t.soundOff}</strong>
        <span>{` ${t.soundOffText}`}</span>
      </span>
    </p>
  )
}
