import { type FieldErrors, useFormOf } from '../../ui/use-form.ts'
import { changedEdits, type Edits, type Profile, profileErrors } from './draft.ts'

type Options = {
  /** The server's values. */
  readonly saved: Profile
  readonly edits: Edits
  readonly onEdit: (edits: Edits) => void
  /** @returns the server's field errors */
  readonly onSave: (changes: Edits) => Promise<FieldErrors | undefined>
}

/** The profile's form shows the server's values with the edits over them, and validates only what was edited. */
export function useProfileForm({ saved, edits, onEdit, onSave }: Options) {
  return useFormOf<Profile>({
    values: { ...saved, ...edits },
    onChange: onEdit,
    check: (values) => profileErrors(changedEdits(saved, values)),
    send: (values) => onSave(changedEdits(saved, values)),
  })
}
export type ProfileForm = ReturnType<typeof useProfileForm>
