/** The Profile tab connected to the server. A new email requires the password first; nothing is saved before it is correct. */
import { type ReactNode, useState } from 'react'
import { isApiError } from '../../core/api-error.ts'
import { errorMessageOf } from '../../core/error-message.ts'
import { usePreferences } from '../../core/queries/preferences.ts'
import { useConfirmedElsewhere, useSignedIn } from '../../core/queries/user.ts'
import { useToast } from '../../ui/toasts.tsx'
import { changedEdits, changeOf, type Edits, type ProfileChange, type ProfileErrors, profileOf } from './draft.ts'
import { settingsTexts as t } from './en-settings.ts'
import { LeaveDialog } from './leave-dialog.tsx'
import { PasswordDialog } from './password-dialog.tsx'
import { ProfileView } from './profile-view.tsx'
import { isAboutFields, useChangeEmail, usePutPicture, useRemovePicture, useSaveProfile } from './queries.ts'
import styles from './settings.module.css'
import { useLeaveGuard, useProfileEdits } from './use-profile-edits.ts'

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

/** @param notice what the page has to say about the account, above the form */
export function ProfileTab({ notice }: { readonly notice: ReactNode }) {
  const user = useSignedIn()
  const preferences = usePreferences()
  const picture = usePicture()
  const { edits, edit, discard } = useProfileEdits(user.id)
  const saved = profileOf(user, preferences.data?.timeZone, document.documentElement.lang)
  const guard = useLeaveGuard(Object.keys(changedEdits(saved, edits)).length > 0)
  const saver = useSaver(discard, guard.stopGuarding)
  useConfirmedElsewhere()
  return (
    <>
      {notice ? <div className={styles.notice}>{notice}</div> : null}
      <ProfileView
        user={user}
        picture={picture}
        saved={saved}
        edits={edits}
        serverErrors={saver.serverErrors}
        saving={saver.saving}
        emailWaiting={saver.mailed === user.email ? undefined : saver.mailed}
        zone={{ failed: preferences.isError && !preferences.data, onRetry: () => void preferences.refetch() }}
        onEdit={(more) => {
          saver.clearServerErrors(more)
          edit(more)
        }}
        onSave={(changes) => saver.save(changeOf(changes))}
        onDiscard={() => {
          saver.clearAllServerErrors()
          discard()
        }}
      />
      {saver.asking ? <PasswordDialog email={saver.asking.email} onConfirm={saver.confirm} onClose={saver.stopAsking} /> : null}
      {guard.question ? (
        <LeaveDialog
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

/** Saves in order: the email with the password, then the rest; then discards the edits. */
function useSaver(discard: () => void, stopGuarding: () => void) {
  const toast = useToast()
  const profile = useSaveProfile()
  const email = useChangeEmail()
  const [asking, setAsking] = useState<Asking>()
  const [mailed, setMailed] = useState<string>()
  const [serverErrors, setServerErrors] = useState<ProfileErrors>({})

  const saveRest = async (change: ProfileChange, sentTo: string | undefined) => {
    try {
      await profile.mutateAsync(change)
    } catch (error) {
      if (isApiError(error) && isAboutFields(error)) setServerErrors(error.details)
      return
    }
    discard()
    toast({ kind: 'success', title: t.updated, text: sentTo && t.mailed(sentTo) })
    if (!change.profile.language) return
    stopGuarding()
    location.reload()
  }
  const confirm = async (password: string): Promise<string | undefined> => {
    if (!asking) return undefined
    try {
      await email.mutateAsync({ email: asking.email, password })
    } catch (error) {
      if (isApiError(error, 'password_wrong')) return errorMessageOf(error)
      if (isApiError(error) && error.details.password) return error.details.password
      setAsking(undefined)
      if (isApiError(error, 'email_taken')) setServerErrors({ email: errorMessageOf(error) })
      else if (isApiError(error) && isAboutFields(error)) setServerErrors(error.details)
      return undefined
    }
    setAsking(undefined)
    setMailed(asking.email)
    await saveRest(asking.change, asking.email)
    return undefined
  }
  return {
    asking,
    mailed,
    serverErrors,
    saving: profile.isPending,
    save: (change: ProfileChange) =>
      change.email === undefined ? void saveRest(change, undefined) : setAsking({ change, email: change.email }),
    confirm,
    stopAsking: () => setAsking(undefined),
    /** A server error stays until its field changes. */
    clearServerErrors: (more: Edits) =>
      setServerErrors((before) => Object.fromEntries(Object.entries(before).filter(([field]) => !(field in more)))),
    clearAllServerErrors: () => setServerErrors({}),
  }
}
