/** The Profile tab: picture left, form right, and a save bar once something changed. */
import { useId } from 'react'
import type { User } from '#proto/entities.ts'
import { Card, CardHead } from '../../ui/primitives.tsx'
import { AccountRows } from './account-rows.tsx'
import { changedEdits, type Edits, type Profile } from './draft.ts'
import { settingsTexts } from './en-settings.ts'
import { PersonalFields } from './personal-fields.tsx'
import { type PictureProps, PictureRow } from './picture-row.tsx'
import { RegionFields, type RegionProps } from './region-fields.tsx'
import { SaveBar } from './save-bar.tsx'
import styles from './settings.module.css'
import type { ProfileForm } from './use-profile-form.ts'

const t = settingsTexts

type Props = {
  readonly user: User
  readonly picture: Omit<PictureProps, 'user'>
  /** The server's values. */
  readonly saved: Profile
  readonly edits: Edits
  readonly form: ProfileForm
  readonly saving: boolean
  readonly emailWaiting: string | undefined
  readonly zone: RegionProps['zone']
  readonly onDiscard: () => void
}

export function ProfileView({ user, picture, saved, edits, form, saving, emailWaiting, zone, onDiscard }: Props) {
  const id = useId()
  const changes = changedEdits(saved, edits)
  return (
    <>
      <div className={styles.columns}>
        <Card label={t.account.title}>
          <PictureRow user={user} {...picture} />
          <AccountRows user={user} />
        </Card>
        <Card label={t.personal.title}>
          <form id={id} noValidate onSubmit={form.submit}>
            <CardHead title={t.personal.title} />
            <PersonalFields field={form.field} emailWaiting={emailWaiting} />
            <CardHead title={t.region.title} />
            <RegionFields profile={form.values} onEdit={form.set} zone={zone} />
          </form>
        </Card>
      </div>
      {Object.keys(changes).length > 0 ? <SaveBar form={id} saving={saving} onDiscard={onDiscard} /> : null}
    </>
  )
}
