/** Notification settings with a link to the doorbell's settings; both edit the same matrix. */
import { XIcon } from '@phosphor-icons/react'
import { useId, useState } from 'react'
import { usePreferences } from '../../core/queries/preferences.ts'
import { useSignedIn } from '../../core/queries/user.ts'
import { sharedTexts } from '../../core/texts/en-shared.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Card, ErrorState, IconButton } from '../../ui/primitives.tsx'
import { DoorbellPreferences } from './doorbell-preferences.tsx'
import { preferenceTexts } from './en-preferences.ts'
import { NotificationPreferences } from './notification-preferences.tsx'
import styles from './preferences-panel.module.css'
import { usePreferencesProps } from './use-preferences-props.ts'

const t = preferenceTexts

export function PreferencesPanel() {
  const preferences = usePreferences()
  const props = usePreferencesProps()
  const [editing, setEditing] = useState(false)
  if (props)
    return (
      <>
        <NotificationPreferences {...props} onEdit={() => setEditing(true)} />
        {editing ? <DoorbellDialog onClose={() => setEditing(false)} /> : null}
      </>
    )
  if (!preferences.isError) return null
  return (
    <Card label={t.notifications}>
      <ErrorState text={t.failed} retry={sharedTexts.common.retry} onRetry={() => void preferences.refetch()} />
    </Card>
  )
}

function DoorbellDialog({ onClose }: { onClose: () => void }) {
  const id = useId()
  const user = useSignedIn()
  const props = usePreferencesProps()
  return (
    <Dialog labelledBy={id} className={styles.dialog} onEscape={onClose} onOutside={onClose}>
      <div className={styles.head}>
        <h2 id={id}>{t.doorbell}</h2>
        <IconButton look="quiet" label={sharedTexts.common.close} onClick={onClose}>
          <XIcon size={20} aria-hidden />
        </IconButton>
      </div>
      {props ? <DoorbellPreferences {...props} premium={user.subscriptionTier === 'premium'} isAlone /> : null}
    </Dialog>
  )
}
