/** One contact: name, addresses, and the three ways to reach them. */
import {
  ChatCircleDotsIcon,
  DotsThreeIcon,
  EnvelopeSimpleIcon,
  type Icon,
  MapPinIcon,
  NotepadIcon,
  PhoneIcon,
  StarIcon,
  VideoCameraIcon,
} from '@phosphor-icons/react'
import type { Contact } from '#proto/contacts.ts'
import { initials } from '../../ui/initials.ts'
import { MenuButton } from '../../ui/menu-button.tsx'
import { Avatar, Card, classes, IconButton } from '../../ui/primitives.tsx'
import { activityTime } from '../../ui/time.ts'
import { useNow } from '../../ui/use-now.ts'
import styles from './contacts.module.css'
import { contactsTexts as t } from './en-contacts.ts'
import { contactNameOf, mailOf, smsOf, telOf } from './ways.ts'

export type CardActions = {
  readonly onEdit: (contact: Contact) => void
  readonly onRemove: (contact: Contact) => void
  readonly onFavorite: (contact: Contact) => void
  readonly onVideo: (contact: Contact) => void
}
type Props = { readonly contact: Contact; readonly inviting: boolean; readonly actions: CardActions }

/** A link that opens the device's own app and does not leave the page. */
const open = (address: string) => window.location.assign(address)

export function ContactCard({ contact, inviting, actions }: Props) {
  const name = contactNameOf(contact)
  return (
    <li>
      <Card className={styles.card}>
        <Head contact={contact} actions={actions} />
        <ul className={styles.facts}>
          <Fact icon={EnvelopeSimpleIcon} label={t.email} text={contact.email} />
          <Fact icon={PhoneIcon} label={t.phone} text={contact.phone} />
          {contact.address ? <Fact icon={MapPinIcon} label={t.address} text={contact.address} /> : null}
          {contact.notes ? <Fact icon={NotepadIcon} label={t.notes} text={contact.notes} /> : null}
        </ul>
        <div className={styles.ways}>
          <MenuButton
            items={[
              { key: 'sms', label: t.bySms },
              { key: 'mail', label: t.byMail },
            ]}
            onChoose={(key) => open(key === 'sms' ? smsOf(contact.phone) : mailOf(contact.email))}
          >
            <button type="button" className={styles.way} aria-label={t.messageFor(name)}>
              <ChatCircleDotsIcon size={22} aria-hidden />
              <span aria-hidden>{t.message}</span>
            </button>
          </MenuButton>
          <a className={styles.way} href={telOf(contact.phone)} aria-label={t.callFor(name)}>
            <PhoneIcon size={22} aria-hidden />
            <span aria-hidden>{t.call}</span>
          </a>
          <button
            type="button"
            className={styles.way}
            aria-label={t.videoFor(name)}
            disabled={inviting}
            onClick={() => actions.onVideo(contact)}
          >
            <VideoCameraIcon size={22} aria-hidden />
            <span aria-hidden>{t.video}</span>
          </button>
        </div>
      </Card>
    </li>
  )
}

function Head({ contact, actions }: Omit<Props, 'inviting'>) {
  const name = contactNameOf(contact)
  const now = useNow()
  const { isFavorite, lastActivity, avatar, firstName, lastName } = contact
  const items = [
    { key: 'edit', label: t.edit },
    { key: 'star', label: isFavorite ? t.unstar : t.star },
    { key: 'remove', label: t.remove, danger: true },
  ]
  const chosen = { edit: actions.onEdit, star: actions.onFavorite, remove: actions.onRemove }
  return (
    <div className={styles.head}>
      <Avatar photo={avatar}>
        <span aria-hidden>{initials(firstName, lastName)}</span>
      </Avatar>
      <div className={styles.who}>
        <h2>{name}</h2>
        <p>{lastActivity ? t.lastActivity(activityTime(lastActivity, now)) : t.noActivity}</p>
      </div>
      <IconButton
        look="quiet"
        className={classes(isFavorite && styles.starred)}
        label={isFavorite ? t.unstarFor(name) : t.starFor(name)}
        onClick={() => actions.onFavorite(contact)}
      >
        <StarIcon size={20} weight={isFavorite ? 'fill' : 'regular'} aria-hidden />
      </IconButton>
      <MenuButton items={items} placement="bottomRight" onChoose={(key) => chosen[key as keyof typeof chosen](contact)}>
        <IconButton look="quiet" label={t.menuFor(name)}>
          <DotsThreeIcon size={22} aria-hidden />
        </IconButton>
      </MenuButton>
    </div>
  )
}

function Fact({ icon: Sign, label, text }: { icon: Icon; label: string; text: string }) {
  return (
    <li>
      <Sign size={18} aria-hidden />
      <span className="spoken">{label}</span>
      <span>{text}</span>
    </li>
  )
}
