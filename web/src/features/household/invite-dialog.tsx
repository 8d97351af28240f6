/** Invites a member: name, role and doors; then the link, which is shown once. */
import { CheckIcon, CopyIcon, ShareNetworkIcon } from '@phosphor-icons/react'
import { Button, Input } from 'antd'
import { useEffect, useId, useRef } from 'react'
import type { Door } from '#proto/doors.ts'
import type { CreatedInvitation } from '#proto/household.ts'
import { FIELD } from '#proto/limits.ts'
import type { Run } from '../../core/reauthentication.ts'
import { useServices } from '../../core/services.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { FormButtons } from '../../ui/form-buttons.tsx'
import { activityTime } from '../../ui/time.ts'
import { useCopied } from '../../ui/use-copied.ts'
import { useForm } from '../../ui/use-form.ts'
import { useNow } from '../../ui/use-now.ts'
import { invitationOf, type MemberDraft, memberErrors, newMember } from './draft.ts'
import { householdTexts } from './en-household.ts'
import styles from './household.module.css'
import { MemberFields } from './member-fields.tsx'
import { useInvite } from './queries.ts'

const t = householdTexts

type Props = { readonly doors: readonly Door[]; readonly run: Run; readonly onClose: () => void }

export function MemberInvitationDialog({ doors, run, onClose }: Props) {
  const id = useId()
  const invite = useInvite(run)
  const { data: created } = invite
  const heading = useRef<HTMLHeadingElement>(null)
  // The button that was pressed is removed, and the focus with it.
  useEffect(() => {
    if (created) heading.current?.focus()
  }, [created])
  // A link that is being created, and one that is shown, would be lost.
  const leaving = created || invite.isPending ? {} : { onEscape: onClose }
  return (
    <Dialog labelledBy={`${id}t`} describedBy={`${id}d`} className={styles.dialog} {...leaving}>
      {/* Focusable only once it is to be read: a dialog focuses the first such element when it opens. */}
      <h2 id={`${id}t`} ref={heading} tabIndex={created ? -1 : undefined}>
        {created ? t.link.title(created.name) : t.invite}
      </h2>
      <p id={`${id}d`}>{created ? t.link.text : t.form.inviteText}</p>
      {created ? (
        <Link invitation={created} onDone={onClose} />
      ) : (
        <Form
          doors={doors}
          onSend={(draft) => invite.mutateAsync(invitationOf(draft))}
          onCancel={() => (invite.isPending ? undefined : onClose())}
        />
      )}
    </Dialog>
  )
}

type FormProps = {
  readonly doors: readonly Door[]
  readonly onSend: (draft: MemberDraft) => Promise<unknown>
  readonly onCancel: () => void
}

function Form({ doors, onSend, onCancel }: FormProps) {
  const { clock } = useServices()
  const form = useForm<MemberDraft>(() => newMember(doors, clock.now()), {
    check: (draft) => memberErrors(draft, clock.now()),
    send: async (draft) => {
      await onSend(draft)
      return undefined
    },
  })
  const { values, pending } = form
  return (
    <form className={styles.form} noValidate onSubmit={form.submit}>
      <Field
        {...form.field('name')}
        label={t.form.name}
        note={t.form.nameNote}
        maxLength={FIELD.name}
        autoComplete="off"
        autoFocus
        onBlur={() => (values.name ? form.touch('name') : undefined)}
      />
      <Field
        {...form.field('email')}
        label={t.form.email}
        note={t.form.emailNote}
        type="email"
        maxLength={FIELD.email}
        autoComplete="off"
        below={form.errors.email ? undefined : <small className={styles.hint}>{t.form.emailHint}</small>}
      />
      <MemberFields form={form} doors={doors} choosesDoors={doors.length > 1} />
      <FormButtons cancel={t.form.cancel} onCancel={onCancel} loading={pending}>
        {pending ? t.form.sending : t.form.send}
      </FormButtons>
    </form>
  )
}

/** A cancelled share sheet is no error. */
const share = (url: string) => navigator.share({ title: t.link.subject, text: t.link.body, url }).catch(() => undefined)

function Link({ invitation, onDone }: { readonly invitation: CreatedInvitation; readonly onDone: () => void }) {
  const { copied, copy } = useCopied()
  const { url, email, expiresAt } = invitation
  return (
    <>
      <Input className={styles.link ?? ''} readOnly value={url} aria-label={t.link.label} onFocus={(event) => event.target.select()} />
      <p className={styles.until}>{t.expires(activityTime(expiresAt, useNow()))}</p>
      {email ? <p className={styles.until}>{t.link.mailed(email)}</p> : null}
      <div className={styles.ways}>
        <Button
          type="primary"
          icon={copied ? <CheckIcon size={18} aria-hidden /> : <CopyIcon size={18} aria-hidden />}
          onClick={() => void copy(url)}
        >
          {copied ? t.link.copied : t.link.copy}
        </Button>
        {'share' in navigator ? (
          <Button icon={<ShareNetworkIcon size={18} aria-hidden />} onClick={() => void share(url)}>
            {t.link.share}
          </Button>
        ) : null}
      </div>
      <Button className={styles.done ?? ''} onClick={onDone}>
        {t.link.done}
      </Button>
    </>
  )
}
