/** The doorbell settings with quiet hours, time zone, matrix, and a summary of what would alert now. */
import { preferenceTexts } from './en-preferences.ts'
import { MatrixFold } from './matrix.tsx'
import styles from './preferences.module.css'
import type { PreferencesProps } from './preferences-props.ts'
import { QuietHoursRows } from './quiet-hours.tsx'
import { previewSentences } from './sentences.ts'
import { doorbellSwitches } from './switch-places.ts'
import { Switches } from './switches.tsx'

const t = preferenceTexts

type Props = PreferencesProps & {
  readonly premium: boolean
  /** Without Notification settings on the same page: the shared settings are here, and quiet hours come first. */
  readonly isAlone: boolean
}

export function DoorbellPreferences({ premium, isAlone, ...props }: Props) {
  return (
    <>
      {props.preview ? (
        <p className={styles.preview} role="status">
          <strong>{t.preview.title}</strong>
          <span>{` ${previewSentences(props.preview).join(' ')}`}</span>
        </p>
      ) : null}
      {isAlone ? <QuietHoursRows {...props} /> : null}
      <Switches names={doorbellSwitches(premium, isAlone)} {...props} />
      {isAlone ? null : <QuietHoursRows {...props} />}
      {isAlone ? <MatrixFold preferences={props.preferences} onChange={props.onChange} /> : null}
    </>
  )
}
