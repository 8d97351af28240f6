import { Button } from 'antd'
import { useId, useRef } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { settingsTexts } from './en-settings.ts'
import styles from './settings.module.css'

const t = settingsTexts.leave

/** Confirms leaving with unsaved changes; Escape and Enter stay. */
export function UnsavedDialog({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  const id = useId()
  const stay = useRef<HTMLButtonElement>(null)
  return (
    <Dialog role="alertdialog" labelledBy={`${id}t`} describedBy={`${id}d`} className={styles.dialog} focus={stay} onEscape={onStay}>
      <h2 id={`${id}t`}>{t.title}</h2>
      <p id={`${id}d`}>{t.text}</p>
      <div className={styles.both}>
        <Button danger onClick={onLeave}>
          {t.leave}
        </Button>
        <Button ref={stay} type="primary" onClick={onStay}>
          {t.stay}
        </Button>
      </div>
    </Dialog>
  )
}
