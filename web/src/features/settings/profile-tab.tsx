/** The Profile tab connected to the server. A new email requires the password first; nothing is saved before it is correct. */
import { type ReactNode, useRef, useState } from 'react'
import { isApiError } from '../../core/api-error.ts'
import { errorMessageOf } from '../../core/error-message.ts'
import { usePreferences } from '../../core/queries/preferences.ts'
import { useConfirmedElsewhere, useSignedIn } from '../../core/queries/user.ts'
import { PasswordDialog } from '../../ui/password-dialog.tsx'
import { useToast } from '../../ui/toasts.tsx'
import type { FieldErrors } from '../../ui/use-form.ts'
import { useProofForm } from '../../ui/use-proof-form.ts'
import { changedEdits, type ProfileChange, profileChangeOf, profileOf } from './draft.ts'
import { settingsTexts as t } from './en-settings.ts'
import { UnsavedDialog } from './leave-dialog.tsx'
import { ProfileView } from './profile-view.tsx'
import { isAboutFields, useChangeEmail, usePutPicture, useRemovePicture, useSaveProfile } from './queries.ts'
import styles from './settings.module.css'
import { useLeaveGuard, useProfileEdits } from './use-profile-edits.ts'
import { useProfileForm } from './use-profile-form.ts'

type Asking = { readonly change: ProfileChange; readonly email: string }

function usePicture() {
  const toast = useToast()
  const put = usePutPicture()
  const remove = useRemovePicture()
  return {
    removing: remove.isPending,
    onPicture: put.mutateAsync,
    onRemove: () => remove.mutate(),
    onUnreadable: () => toast({ kind: 'failure' as const, title: t.picture.failed, text: t.picture.unreadable }),
  }
}

type ProfileTabProps = {
  /** Notices about the account, above the form. */
  readonly notice: ReactNode
  /** Below the form. */
  readonly end: ReactNode
}

export function ProfileTab({ notice, end }: ProfileTabProps) {
  const user = useSignedIn()
  const preferences = usePreferences()
  const picture = usePicture()
  const { edits, edit, discard } = useProfileEdits(user.id)
  const saved = profileOf(user, preferences.data?.timeZone, document.documentElement.lang)
  const guard = useLeaveGuard(Object.keys(changedEdits(saved, edits)).length > 0)
  const saver = useSaver(discard, guard.stopGuarding)
  const form = useProfileForm({ saved, edits, onEdit: edit, onSave: (changes) => saver.save(profileChangeOf(changes)) })
  saver.onErrors.current = form.setServerErrors
  useConfirmedElsewhere()
  return (
    <>
      {notice ? <div className={styles.notice}>{notice}</div> : null}
      <ProfileView
        user={user}
        picture={picture}
        saved={saved}
        edits={edits}
        form={form}
        saving={form.pending || saver.saving}
        emailWaiting={saver.mailed === user.email ? undefined : saver.mailed}
        zone={{ failed: preferences.isError && !preferences.data, onRetry: () => void preferences.refetch() }}
        onDiscard={() => {
          form.reset()
          discard()
        }}
      />
      {end}
      {saver.asking ? <EmailPassword asking={saver.asking} saver={saver} /> : null}
      {guard.question ? (
        <UnsavedDialog
          onStay={guard.question.stay}
          onLeave={() => {
            discard()
            guard.question?.leave()
          }}
        />
      ) : null}
    </>
  )
}

function EmailPassword({ asking, saver }: { readonly asking: Asking; readonly saver: Saver }) {
  const form = useProofForm({ send: ({ password }) => saver.confirm(asking, password), onFailure: saver.showRefusal })
  return <PasswordDialog texts={t.password} text={t.password.text(asking.email)} form={form} onClose={saver.stopAsking} />
}

type Saver = ReturnType<typeof useSaver>

/** Saves in order: the email with the password, then the rest; then discards the edits. */
function useSaver(discard: () => void, stopGuarding: () => void) {
  const toast = useToast()
  const profile = useSaveProfile()
  const email = useChangeEmail()
  const [asking, setAsking] = useState<Asking>()
  const [mailed, setMailed] = useState<string>()
  /** Shows the server's field errors of fields that are saved after the password, long after the form was sent. */
  const onErrors = useRef<(errors: FieldErrors) => void>(() => undefined)

  const saveRest = async (change: ProfileChange, sentTo: string | undefined): Promise<FieldErrors | undefined> => {
    try {
      await profile.mutateAsync(change)
    } catch (error) {
      return isApiError(error) && isAboutFields(error) ? error.details : undefined
    }
    discard()
    toast({ kind: 'success', title: t.updated, text: sentTo && t.mailed(sentTo) })
    if (!change.profile.language) return undefined
    stopGuarding()
    location.reload()
    return undefined
  }
  const confirm = async ({ change, email: to }: Asking, password: string): Promise<void> => {
    await email.mutateAsync({ email: to, password })
    setAsking(undefined)
    setMailed(to)
    onErrors.current((await saveRest(change, to)) ?? {})
  }
  /** The mutation has shown errors that are not about a field. */
  const showRefusal = (error: unknown) => {
    setAsking(undefined)
    if (isApiError(error, 'email_taken')) onErrors.current({ email: errorMessageOf(error) })
    else if (isApiError(error) && isAboutFields(error)) onErrors.current(error.details)
  }
  return {
    asking,
    mailed,
    onErrors,
    saving: profile.isPending,
    save: async (change: ProfileChange) => {
      if (change.email === undefined) return saveRest(change, undefined)
      setAsking({ change, email: change.email })
      return undefined
    },
    confirm,
    showRefusal,
    stopAsking: () => setAsking(undefined),
  }
}
