/**
 * The doorbell settings with quiet hours, time zone, matrix, and a summary of what would ring now. "Mobile" and "Push" are shown with
 * phone push, "Auto-record visits" with recording: a switch without effect is hidden.
 */
import type { SwitchName } from '#proto/preferences.ts'
import { preferenceTexts } from './en-preferences.ts'
import { MatrixFold } from './matrix.tsx'
import styles from './preferences.module.css'
import type { PreferencesProps } from './preferences-props.ts'
import { QuietHoursRows } from './quiet-hours.tsx'
import { previewSentences } from './sentences.ts'
import { Switches } from './switches.tsx'

const t = preferenceTexts
const EVERYBODY: readonly SwitchName[] = ['notificationSound', 'doNotDisturb', 'desktopNotifications']
const SHARED: readonly SwitchName[] = ['emailNotifications']
const PREMIUM: readonly SwitchName[] = ['allowMultipleQRCodes', 'customDoorbell']

type Props = PreferencesProps & {
  readonly premium: boolean
  /** Without Notification settings on the same page: the shared settings are here, and quiet hours come first. */
  readonly isAlone: boolean
}

export function DoorbellPreferences({ premium, isAlone, ...props }: Props) {
  const names = [...EVERYBODY, ...(isAlone ? SHARED : []), ...(premium ? PREMIUM : [])]
  return (
    <>
      {props.preview ? (
        <p className={styles.preview} role="status">
          <strong>{t.preview.title}</strong> {previewSentences(props.preview).join(' ')}
        </p>
      ) : null}
      {isAlone ? <QuietHoursRows {...props} /> : null}
      <Switches names={names} {...props} />
      {isAlone ? null : <QuietHoursRows {...props} />}
      {isAlone ? <MatrixFold preferences={props.preferences} onChange={props.onChange} /> : null}
    </>
  )
}
