/** The invite's link, shown only once (docs/product/decisions.md, 30): copied, shared, or put into a mail or text message. */
import { ChatCircleDotsIcon, CheckIcon, CopyIcon, EnvelopeSimpleIcon, ShareNetworkIcon } from '@phosphor-icons/react'
import { Button, Input } from 'antd'
import { useId, useRef } from 'react'
import type { Contact, Invite } from '#proto/contacts.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { activityTime } from '../../ui/time.ts'
import { useCopied } from '../../ui/use-copied.ts'
import { useNow } from '../../ui/use-now.ts'
import styles from './contacts.module.css'
import { contactsTexts } from './en-contacts.ts'
import { contactNameOf, mailOf, smsOf } from './ways.ts'

const t = contactsTexts.invite

type Props = { readonly contact: Contact; readonly invite: Invite; readonly onClose: () => void }

/** A cancelled share sheet is no error. */
const share = (url: string) => navigator.share({ title: t.subject, text: t.body(url), url }).catch(() => undefined)

export function InviteDialog({ contact, invite, onClose }: Props) {
  const id = useId()
  const title = useRef<HTMLHeadingElement>(null)
  const { copied, copy } = useCopied()
  const { url, expiresAt } = invite
  const texts = { subject: t.subject, body: t.body(url) }
  return (
    <Dialog labelledBy={`${id}t`} describedBy={`${id}d`} className={styles.small} focus={title} onEscape={onClose}>
      <h2 id={`${id}t`} ref={title} tabIndex={-1}>
        {t.title(contactNameOf(contact))}
      </h2>
      <p id={`${id}d`}>{t.text}</p>
      <Input className={styles.link ?? ''} readOnly value={url} aria-label={t.link} onFocus={(event) => event.target.select()} />
      <p className={styles.until}>{t.expires(activityTime(expiresAt, useNow()))}</p>
      <div className={styles.sends}>
        <Button
          type="primary"
          icon={copied ? <CheckIcon size={18} aria-hidden /> : <CopyIcon size={18} aria-hidden />}
          onClick={() => void copy(url)}
        >
          {copied ? t.copied : t.copy}
        </Button>
        {'share' in navigator ? (
          <Button icon={<ShareNetworkIcon size={18} aria-hidden />} onClick={() => void share(url)}>
            {t.share}
          </Button>
        ) : null}
        <Button icon={<EnvelopeSimpleIcon size={18} aria-hidden />} href={mailOf(contact.email, texts)}>
          {contactsTexts.byMail}
        </Button>
        <Button icon={<ChatCircleDotsIcon size={18} aria-hidden />} href={smsOf(contact.phone, texts.body)}>
          {contactsTexts.bySms}
        </Button>
      </div>
      <Button className={styles.done ?? ''} onClick={onClose}>
        {t.done}
      </Button>
    </Dialog>
  )
}
