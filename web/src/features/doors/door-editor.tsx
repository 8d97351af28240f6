/** A door's label, building info and sound. Nothing is sent before Save. */
import { Button } from 'antd'
import { type FormEvent, useState } from 'react'
import type { Door } from '#proto/doors.ts'
import type { ErrorDetails } from '#proto/errors.ts'
import { FIELD } from '#proto/limits.ts'
import { isApiError } from '../../core/api-error.ts'
import { Field } from '../../ui/field.tsx'
import type { DoorActions } from './actions.ts'
import { BuildingFields } from './building-fields.tsx'
import styles from './doors.module.css'
import { changeOf, draftOf, type Part } from './draft.ts'
import { doorsTexts as t } from './en-doors.ts'
import { HoursFields } from './hours-fields.tsx'
import { SoundFields } from './sound-fields.tsx'

type Props = { readonly door: Door; readonly premium: boolean; readonly actions: DoorActions; readonly onClose: () => void }

const HERE = Intl.DateTimeFormat().resolvedOptions().timeZone

export function DoorEditor({ door, premium, actions, onClose }: Props) {
  const [draft, setDraft] = useState(() => draftOf(door, HERE))
  const [errors, setErrors] = useState<ErrorDetails>({})
  const [pending, setPending] = useState(false)
  const set: Part['set'] = (change) => {
    setDraft((before) => ({ ...before, ...change }))
    // The errors may be outdated now; the next save validates again.
    setErrors({})
  }
  const part: Part = { draft, errors, set }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setPending(true)
    try {
      const change = changeOf(door, draft)
      if (Object.keys(change).length) await actions.change(door.id, change)
      onClose()
    } catch (failure) {
      setErrors(isApiError(failure) ? failure.details : {})
      setPending(false)
    }
  }
  return (
    <form className={styles.editor} onSubmit={(event) => void save(event)} noValidate>
      <Field
        label={t.label}
        name={`label-${door.id}`}
        value={draft.label}
        error={errors.label}
        maxLength={FIELD.doorLabel}
        autoFocus
        onChange={(label) => part.set({ label })}
      />
      <SoundFields {...part} door={door} premium={premium} onUpload={(file) => actions.upload(door.id, file)} />
      <BuildingFields {...part} />
      <HoursFields {...part} />
      <div className={styles.bar}>
        <Button onClick={onClose}>{t.cancel}</Button>
        <Button type="primary" htmlType="submit" loading={pending}>
          {pending ? t.saving : t.save}
        </Button>
      </div>
    </form>
  )
}
