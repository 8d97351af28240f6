/** Making this browser a wall display: a description, one button, and a confirmation, because leaving needs the password. */
import { DeviceTabletIcon } from '@phosphor-icons/react'
import { Button } from 'antd'
import { useId, useRef, useState } from 'react'
import { errorMessageOf } from '../../core/error-message.ts'
import { sharedTexts } from '../../core/texts/en-shared.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Card, classes } from '../../ui/primitives.tsx'
import { useToast } from '../../ui/toasts.tsx'
import { wallTexts } from './en-wall.ts'
import { useStartWall } from './queries.ts'
import styles from './start-wall.module.css'

const t = wallTexts

/** @param isAlone on its page */
export function StartWall({ className, isAlone = false }: { readonly className?: string | undefined; readonly isAlone?: boolean }) {
  const Title = isAlone ? 'h1' : 'h2'
  const [asks, setAsks] = useState(false)
  return (
    <Card className={classes(styles.card, isAlone && styles.alone, className)} label={t.title}>
      <DeviceTabletIcon className={styles.icon} size={28} aria-hidden />
      <div className={styles.text}>
        <Title>{t.title}</Title>
        <p>{t.start.text}</p>
      </div>
      <Button className={styles.button ?? ''} type={isAlone ? 'primary' : 'default'} onClick={() => setAsks(true)}>
        {t.start.button}
      </Button>
      {asks ? <StartDialog onClose={() => setAsks(false)} /> : null}
    </Card>
  )
}

function StartDialog({ onClose }: { readonly onClose: () => void }) {
  const id = useId()
  const stay = useRef<HTMLButtonElement>(null)
  const toast = useToast()
  const start = useStartWall()
  const onError = (error: unknown) => {
    toast({ kind: 'failure', title: t.start.failed, text: errorMessageOf(error) })
    onClose()
  }
  return (
    <Dialog role="alertdialog" labelledBy={`${id}t`} describedBy={`${id}d`} className={styles.dialog} focus={stay} onEscape={onClose}>
      <h2 id={`${id}t`}>{t.start.confirmTitle}</h2>
      <p id={`${id}d`}>{t.start.confirmText}</p>
      <div className={styles.both}>
        <Button ref={stay} onClick={onClose}>
          {sharedTexts.common.cancel}
        </Button>
        <Button type="primary" loading={start.isPending} onClick={() => start.mutate(undefined, { onError })}>
          {start.isPending ? t.start.starting : t.start.confirm}
        </Button>
      </div>
    </Dialog>
  )
}
