/** Changes a member's name, role, date and doors. */
import { useId } from 'react'
import type { Door } from '#proto/doors.ts'
import type { Member } from '#proto/household.ts'
import { FIELD } from '#proto/limits.ts'
import { useServices } from '../../core/services.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { FormButtons } from '../../ui/form-buttons.tsx'
import { useForm } from '../../ui/use-form.ts'
import { changeOfMember, draftOfMember, type MemberDraft, memberErrors } from './draft.ts'
import { householdTexts } from './en-household.ts'
import styles from './household.module.css'
import { MemberFields } from './member-fields.tsx'
import { useChangeMember } from './queries.ts'

const t = householdTexts

type Props = { readonly member: Member; readonly doors: readonly Door[]; readonly onClose: () => void }

export function EditMemberDialog({ member, doors, onClose }: Props) {
  const id = useId()
  const { clock } = useServices()
  const change = useChangeMember()
  const form = useForm<MemberDraft>(() => draftOfMember(member, clock.now()), {
    check: (draft) => memberErrors(draft, clock.now()),
    send: async (draft) => {
      const changed = changeOfMember(member, draft, clock.now())
      if (Object.keys(changed).length > 1) await change.mutateAsync(changed)
      onClose()
      return undefined
    },
  })
  // A member whose only door was deleted can be given another one, also where one is left.
  const choosesDoors = doors.length > 1 || member.doors.length === 0
  return (
    <Dialog labelledBy={id} className={styles.dialog} {...(form.isChanged ? {} : { onEscape: onClose })}>
      <h2 id={id}>{t.editOf(member.name)}</h2>
      <form className={styles.form} noValidate onSubmit={form.submit}>
        <Field {...form.field('name')} label={t.form.name} note={t.form.nameNote} maxLength={FIELD.name} autoComplete="off" autoFocus />
        <MemberFields form={form} doors={doors} choosesDoors={choosesDoors} />
        <FormButtons cancel={t.form.cancel} onCancel={onClose} loading={form.pending}>
          {form.pending ? t.form.saving : t.form.save}
        </FormButtons>
      </form>
    </Dialog>
  )
}
