/** One door: its state, its switch, and its dialogs. */
import { ArrowsClockwiseIcon, PencilSimpleIcon, TrashIcon, XIcon } from '@phosphor-icons/react'
import { Button, Switch } from 'antd'
import { type ReactNode, useRef, useState } from 'react'
import type { Door } from '#proto/doors.ts'
import { groupedCode } from '../../core/door-link.ts'
import { useZone } from '../../core/use-zone.ts'
import { Tag } from '../../ui/primitives.tsx'
import { PrintSign } from '../../ui/print-sign.tsx'
import { RemoveDialog } from '../../ui/remove-dialog.tsx'
import { activityTime } from '../../ui/time.ts'
import { useNow } from '../../ui/use-now.ts'
import { type DoorActions, succeeds } from './actions.ts'
import { DoorEditor } from './door-editor.tsx'
import styles from './doors.module.css'
import { doorsTexts as t } from './en-doors.ts'
import { RotateDialog } from './rotate-dialog.tsx'

type Props = {
  readonly door: Door
  readonly premium: boolean
  readonly actions: DoorActions
  /** A test ring. */
  readonly tryOut: ReactNode
}

export function DoorItem({ door, premium, actions, tryOut }: Props) {
  useZone()
  const [open, setOpen] = useState<'editor' | 'rotate' | 'remove'>()
  const isEdited = open === 'editor'
  const edit = useRef<HTMLButtonElement>(null)
  const close = () => setOpen(undefined)
  const closeEditor = () => {
    edit.current?.focus()
    close()
  }
  return (
    <li className={styles.door}>
      <DoorHead door={door} premium={premium} onEnabled={(enabled) => succeeds(actions.change(door.id, { enabled }))} />
      <div className={styles.acts}>
        <PrintSign door={door} className={styles.print} />
        <Button
          ref={edit}
          size="small"
          icon={isEdited ? <XIcon size={18} aria-hidden /> : <PencilSimpleIcon size={18} aria-hidden />}
          aria-label={isEdited ? t.closeFor(door.label) : t.editFor(door.label)}
          aria-expanded={isEdited}
          onClick={() => setOpen(isEdited ? undefined : 'editor')}
        >
          {isEdited ? t.close : t.edit}
        </Button>
        <Button size="small" icon={<ArrowsClockwiseIcon size={18} aria-hidden />} onClick={() => setOpen('rotate')}>
          {t.rotate}
        </Button>
        {door.enabled && !door.paused ? tryOut : null}
        {door.primary ? null : (
          <Button size="small" danger type="text" icon={<TrashIcon size={18} aria-hidden />} onClick={() => setOpen('remove')}>
            {t.remove}
          </Button>
        )}
      </div>
      {isEdited ? <DoorEditor door={door} premium={premium} actions={actions} onClose={closeEditor} /> : null}
      {open === 'rotate' ? <RotateDialog onRotate={(hours) => succeeds(actions.rotate(door.id, hours))} onClose={close} /> : null}
      {open === 'remove' ? (
        <RemoveDialog name={door.label} texts={t} onRemove={() => succeeds(actions.remove(door.id))} onClose={close} />
      ) : null}
    </li>
  )
}

function DoorHead({ door, premium, onEnabled }: { door: Door; premium: boolean; onEnabled: (enabled: boolean) => Promise<unknown> }) {
  const now = useNow()
  const [saving, setSaving] = useState<boolean>()
  const change = async (enabled: boolean) => {
    setSaving(enabled)
    await onEnabled(enabled)
    setSaving(undefined)
  }
  return (
    <div className={styles.head}>
      <div className={styles.name}>
        <h3>{door.label}</h3>
        <p>
          <span>{`${t.code} `}</span>
          <b className={styles.code}>{groupedCode(door.shortCode)}</b>
        </p>
        <div className={styles.tags}>
          {door.primary ? <Tag>{t.primary}</Tag> : null}
          {door.enabled ? null : <Tag tone="amber">{t.disabled}</Tag>}
          {door.paused ? <Tag tone="amber">{t.paused}</Tag> : null}
        </div>
        {door.graceUntil ? <p className={styles.grace}>{t.graceUntil(activityTime(door.graceUntil, now))}</p> : null}
        {door.paused ? <p className={styles.hint}>{premium ? t.switchedOff : t.pausedText}</p> : null}
      </div>
      <Switch
        checked={saving ?? door.enabled}
        disabled={saving !== undefined}
        aria-label={t.takesRings(door.label)}
        onChange={(enabled) => void change(enabled)}
      />
    </div>
  )
}
