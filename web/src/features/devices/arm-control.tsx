/**
 * Whether this page plays ring sounds, and the button that allows it: browsers mute pages that have not been touched. While the resident's
 * own settings keep rings silent, it shows that instead.
 */
import { MoonIcon, SpeakerHighIcon, SpeakerSlashIcon } from '@phosphor-icons/react'
import { usePreferences } from '../../core/queries/preferences.ts'
import { type QuietNow, quietNow } from '../../core/quiet-now.ts'
import { useServices } from '../../core/services.ts'
import { useValue } from '../../core/use-value.ts'
import { useZone } from '../../core/use-zone.ts'
import { minuteOfDay } from '../../core/zone.ts'
import { Tip } from '../../ui/tip.tsx'
import { useMedia } from '../../ui/use-media.ts'
import { useNow } from '../../ui/use-now.ts'
import styles from './devices.module.css'
import { devicesTexts } from './en-devices.ts'

const t = devicesTexts.arming

function useQuiet(): QuietNow | undefined {
  const { data } = usePreferences()
  const now = useNow()
  useZone()
  return data && quietNow(data, minuteOfDay(now))
}

const quietWord = (quiet: QuietNow) => (quiet.reason === 'do_not_disturb' ? t.doNotDisturb : t.quietUntil(quiet.until))

export function ArmControl() {
  const { arming } = useServices()
  const state = useValue(arming.state)
  const quiet = useQuiet()
  // The bar of a phone has room for one short word.
  const isShort = useMedia('(max-width: 899px)')
  const isArmed = state === 'armed'
  const StateIcon = quiet ? MoonIcon : isArmed ? SpeakerHighIcon : SpeakerSlashIcon
  const armedHint = isArmed ? t.armedHint : t.mutedHint
  const hint = quiet ? t.quietHint : armedHint
  const word = quiet ? quietWord(quiet) : isArmed ? t.armed : t.muted
  return (
    <Tip text={isShort && quiet ? `${word}. ${hint}` : hint}>
      <button
        type="button"
        className={styles.arm}
        data-state={quiet ? 'quiet' : state}
        aria-label={`${word}. ${hint}`}
        onClick={() => void arming.ringOnce()}
      >
        <StateIcon size={20} weight={isArmed && !quiet ? 'regular' : 'fill'} aria-hidden />
        <span className={styles.words}>
          {quiet ? <span aria-hidden>{isShort ? t.quiet : word}</span> : <ArmedWords isArmed={isArmed} />}
        </span>
      </button>
    </Tip>
  )
}

/** Both words have the width of the longer: nothing moves when one replaces the other. */
const ArmedWords = ({ isArmed }: { readonly isArmed: boolean }) => (
  <>
    <span aria-hidden data-shown={isArmed}>
      {t.armed}
    </span>
    <span aria-hidden data-shown={!isArmed}>
      {t.muted}
    </span>
  </>
)
