/** Whether this page rings aloud, and the press that lets it: browsers mute pages that nobody has touched. */
import { SpeakerHighIcon, SpeakerSlashIcon } from '@phosphor-icons/react'
import { useServices } from '../../core/services.ts'
import { useValue } from '../../core/use-value.ts'
import { Tip } from '../../ui/tip.tsx'
import styles from './devices.module.css'
import { devicesTexts } from './en-devices.ts'

const t = devicesTexts.arming

export function ArmControl() {
  const { arming } = useServices()
  const state = useValue(arming.state)
  const isArmed = state === 'armed'
  const StateIcon = isArmed ? SpeakerHighIcon : SpeakerSlashIcon
  const hint = isArmed ? t.armedHint : t.mutedHint
  return (
    <Tip text={hint}>
      <button
        type="button"
        className={styles.arm}
        data-state={state}
        aria-label={`${isArmed ? t.armed : t.muted}. ${hint}`}
        onClick={() => void arming.ringOnce()}
      >
        <StateIcon size={20} weight={isArmed ? 'regular' : 'fill'} aria-hidden />
        {/* Both words take the room of the longer: nothing moves when one becomes the other. */}
        <span className={styles.words}>
          <span aria-hidden data-shown={isArmed}>
            {t.armed}
          </span>
          <span aria-hidden data-shown={!isArmed}>
            {t.muted}
          </span>
        </span>
      </button>
    </Tip>
  )
}
