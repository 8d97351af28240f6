/** "Notification settings": the switches, and a summary of quiet hours. */
import { Card, CardHead } from '../../ui/primitives.tsx'
import { preferenceTexts } from './en-preferences.ts'
import { MatrixFold } from './matrix.tsx'
import styles from './preferences.module.css'
import type { PreferencesProps } from './preferences-props.ts'
import { NOTIFICATION_SWITCHES } from './switch-places.ts'
import { Switches } from './switches.tsx'

const t = preferenceTexts

export function NotificationPreferences({
  onEdit,
  ...props
}: PreferencesProps & { /** Missing if the doorbell's settings are on the same page. */ readonly onEdit?: () => void }) {
  const { enabled, from, to } = props.preferences.quietHours
  return (
    <Card className={styles.card} label={t.notifications}>
      <CardHead title={t.notifications} />
      <Switches names={NOTIFICATION_SWITCHES} {...props} />
      {onEdit ? (
        <div className={styles.row}>
          <div className={styles.text}>
            <strong>{t.quietHours}</strong>
            <span>{enabled ? t.fromTo(t.clock(from), t.clock(to)) : t.quietOff}</span>
          </div>
          <button type="button" className={styles.edit} aria-label={t.editLabel} onClick={onEdit}>
            {t.edit}
          </button>
        </div>
      ) : (
        <MatrixFold preferences={props.preferences} onChange={props.onChange} />
      )}
    </Card>
  )
}
