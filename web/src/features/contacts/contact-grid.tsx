/** The cards and their states: skeletons, two empty states, error state with retry, and a button for more. */
import { AddressBookIcon } from '@phosphor-icons/react'
import { Button } from 'antd'
import { useLayoutEffect, useRef } from 'react'
import type { Contact } from '#proto/contacts.ts'
import { sharedTexts } from '../../core/texts/en-shared.ts'
import { useZone } from '../../core/use-zone.ts'
import { focusHeading } from '../../ui/focus.ts'
import { Card, EmptyState, ErrorState } from '../../ui/primitives.tsx'
import { useLate } from '../../ui/use-late.ts'
import { type CardActions, ContactCard } from './contact-card.tsx'
import styles from './contacts.module.css'
import { contactsTexts as t } from './en-contacts.ts'

const SKELETONS = ['a', 'b', 'c']

type Props = {
  readonly contacts: readonly Contact[] | undefined
  readonly failed: boolean
  /** The filters of the list. */
  readonly by: 'search' | 'favorites' | undefined
  readonly more: boolean
  readonly loadingMore: boolean
  /** The contact whose invite is being created. */
  readonly invitingId: number | undefined
  readonly actions: CardActions
  readonly onAdd: () => void
  readonly onMore: () => void
  readonly onRetry: () => void
}

export function ContactGrid({ contacts, failed, more, loadingMore, invitingId, actions, ...rest }: Props) {
  useZone()
  const errorState = failed ? (
    <Card>
      <ErrorState text={t.failed} retry={sharedTexts.common.retry} onRetry={rest.onRetry} />
    </Card>
  ) : null
  if (!contacts) return errorState ?? <Skeleton />
  if (!contacts.length) return errorState ?? <NoContacts by={rest.by} onAdd={rest.onAdd} />
  return (
    <>
      {errorState}
      <ul className={styles.grid} aria-label={t.title}>
        {contacts.map((contact) => (
          <ContactCard key={contact.id} contact={contact} inviting={invitingId === contact.id} actions={actions} />
        ))}
      </ul>
      {more ? (
        <Button className={styles.more ?? ''} loading={loadingMore} onClick={rest.onMore}>
          {t.loadMore}
        </Button>
      ) : null}
    </>
  )
}

function NoContacts({ by, onAdd }: { by: Props['by']; onAdd: () => void }) {
  const add = useRef<HTMLButtonElement>(null)
  // The first contact removes this button, and with it the focus that the dialog gave back to it.
  useLayoutEffect(() => {
    const button = add.current
    return () => {
      if (button && document.activeElement === button) focusHeading()
    }
  }, [])
  const text = by === 'search' ? t.noMatch : by === 'favorites' ? t.noFavorites : t.noneText
  return (
    <Card>
      <EmptyState icon={<AddressBookIcon size={30} aria-hidden />} title={t.none} text={text}>
        {by ? null : (
          <Button ref={add} type="primary" onClick={onAdd}>
            {t.addFirst}
          </Button>
        )}
      </EmptyState>
    </Card>
  )
}

/** The grid's skeleton, after 200 ms. */
function Skeleton() {
  const isLate = useLate()
  return (
    <div className={styles.grid} role="status" aria-label={sharedTexts.common.loading}>
      {isLate
        ? SKELETONS.map((key) => (
            <Card key={key} className={styles.bone}>
              <i />
              <i />
              <i />
            </Card>
          ))
        : null}
    </div>
  )
}
