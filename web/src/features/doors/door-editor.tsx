/** A door's label, building info and sound. Nothing is sent before Save. */
import { Button } from 'antd'
import type { Door } from '#proto/doors.ts'
import { FIELD } from '#proto/limits.ts'
import { zoneNow } from '../../core/zone.ts'
import { Field } from '../../ui/field.tsx'
import { useForm } from '../../ui/use-form.ts'
import type { DoorActions } from './actions.ts'
import { BuildingFields } from './building-fields.tsx'
import styles from './doors.module.css'
import { type DoorDraft, doorChangeOf, doorDraftOf, type Part } from './draft.ts'
import { doorsTexts as t } from './en-doors.ts'
import { HoursFields } from './hours-fields.tsx'
import { SoundFields } from './sound-fields.tsx'

type Props = { readonly door: Door; readonly premium: boolean; readonly actions: DoorActions; readonly onClose: () => void }

export function DoorEditor({ door, premium, actions, onClose }: Props) {
  const form = useForm<DoorDraft>(() => doorDraftOf(door, zoneNow()), {
    send: async (draft) => {
      const change = doorChangeOf(door, draft)
      if (Object.keys(change).length) await actions.change(door.id, change)
      onClose()
      return undefined
    },
  })
  const set: Part['set'] = (change) => {
    form.set(change)
    // Errors are about the door's fields, which are not the draft's; the next save validates again.
    form.setServerErrors({})
  }
  const part: Part = { draft: form.values, errors: form.errors, set }
  return (
    <form className={styles.editor} onSubmit={form.submit} noValidate>
      <Field
        label={t.label}
        name={`label-${door.id}`}
        value={part.draft.label}
        error={part.errors.label}
        maxLength={FIELD.doorLabel}
        autoFocus
        onChange={(label) => part.set({ label })}
      />
      <SoundFields {...part} door={door} premium={premium} onUpload={(file) => actions.upload(door.id, file)} />
      <BuildingFields {...part} />
      <HoursFields {...part} />
      <div className={styles.bar}>
        <Button onClick={onClose}>{t.cancel}</Button>
        <Button type="primary" htmlType="submit" loading={form.pending}>
          {form.pending ? t.saving : t.save}
        </Button>
      </div>
    </form>
  )
}
