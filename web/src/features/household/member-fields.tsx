/** The fields of a member and of an invitation: role with its date, and the doors. */
import { useId } from 'react'
import { MemberRole } from '#proto/household.ts'
import { Choices } from '../../ui/choices.tsx'
import { Field } from '../../ui/field.tsx'
import type { useForm } from '../../ui/use-form.ts'
import type { MemberDraft } from './draft.ts'
import { householdTexts } from './en-household.ts'
import styles from './household.module.css'

const t = householdTexts.form

type Props = {
  readonly form: ReturnType<typeof useForm<MemberDraft>>
  readonly doors: readonly { readonly id: number; readonly label: string }[]
  /** With one door there is nothing to choose. */
  readonly choosesDoors: boolean
}

export function MemberFields({ form, doors, choosesDoors }: Props) {
  const { values, errors, set } = form
  return (
    <>
      <RoleField value={values.role} onChange={(role) => set({ role })} />
      {values.role === 'temporary' ? <Field label={t.until} type="datetime-local" {...form.field('until')} /> : null}
      {choosesDoors ? (
        <Choices
          legend={t.doors}
          error={errors.doors}
          options={doors.map(({ id, label }) => ({ value: id, label }))}
          value={values.doors}
          onChange={(chosen) => set({ doors: chosen })}
        />
      ) : null}
    </>
  )
}

type RoleProps = { readonly value: MemberRole; readonly onChange: (role: MemberRole) => void }

function RoleField({ value, onChange }: RoleProps) {
  const id = useId()
  return (
    <fieldset className={styles.roles}>
      <legend>{t.role}</legend>
      {MemberRole.options.map((role) => (
        <label key={role} className={styles.role} data-chosen={role === value}>
          <input
            type="radio"
            name={id}
            checked={role === value}
            aria-labelledby={`${id}${role}`}
            aria-describedby={`${id}${role}d`}
            onChange={() => onChange(role)}
          />
          <span>
            <strong id={`${id}${role}`}>{householdTexts.roles[role]}</strong>
            <small id={`${id}${role}d`}>{t.roleTexts[role]}</small>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
