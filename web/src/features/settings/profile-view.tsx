/** The Profile tab: picture left, form right, and a save bar once something changed. */
import { type FormEvent, useId, useState } from 'react'
import type { User } from '#proto/entities.ts'
import { Card, CardHead } from '../../ui/primitives.tsx'
import { AccountRows } from './account-rows.tsx'
import { changedEdits, type Edits, type Profile, type ProfileErrors, profileErrors } from './draft.ts'
import { settingsTexts } from './en-settings.ts'
import { PersonalFields } from './personal-fields.tsx'
import { type PictureProps, PictureRow } from './picture-row.tsx'
import { RegionFields, type RegionProps } from './region-fields.tsx'
import { SaveBar } from './save-bar.tsx'
import styles from './settings.module.css'

const t = settingsTexts

type Props = {
  readonly user: User
  readonly picture: Omit<PictureProps, 'user'>
  /** The server's values. */
  readonly saved: Profile
  readonly edits: Edits
  /** The server's field errors. */
  readonly serverErrors: ProfileErrors
  readonly saving: boolean
  readonly emailWaiting: string | undefined
  readonly zone: RegionProps['zone']
  readonly onEdit: (edits: Edits) => void
  readonly onSave: (changes: Edits) => void
  readonly onDiscard: () => void
}

export function ProfileView({ user, picture, saved, edits, serverErrors, saving, emailWaiting, zone, onEdit, onSave, onDiscard }: Props) {
  const id = useId()
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  const changes = changedEdits(saved, edits)
  const wrong = profileErrors(changes)
  const shown = Object.entries(wrong).filter(([field]) => touched.has(field))
  const profile = { ...saved, ...edits }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (saving) return
    const [first] = Object.keys(saved).filter((field) => field in wrong)
    setTouched(new Set(Object.keys(saved)))
    if (first) event.currentTarget.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
    else onSave(changes)
  }
  const discard = () => {
    setTouched(new Set())
    onDiscard()
  }
  return (
    <>
      <div className={styles.columns}>
        <Card label={t.account.title}>
          <PictureRow user={user} {...picture} />
          <AccountRows user={user} />
        </Card>
        <Card label={t.personal.title}>
          <form id={id} noValidate onSubmit={submit}>
            <CardHead title={t.personal.title} />
            <PersonalFields
              profile={profile}
              errors={{ ...Object.fromEntries(shown), ...serverErrors }}
              emailWaiting={emailWaiting}
              onEdit={onEdit}
              onLeave={(field) => setTouched((before) => new Set(before).add(field))}
            />
            <CardHead title={t.region.title} />
            <RegionFields profile={profile} onEdit={onEdit} zone={zone} />
          </form>
        </Card>
      </div>
      {Object.keys(changes).length > 0 ? <SaveBar form={id} saving={saving} onDiscard={discard} /> : null}
    </>
  )
}
