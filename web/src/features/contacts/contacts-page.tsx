/** /contacts: the resident's contacts, and three ways to reach them (docs/product/specification.md, 2; docs/product/decisions.md, 30). */
import { PlusIcon } from '@phosphor-icons/react'
import { Button } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { Contact, Invite } from '#proto/contacts.ts'
import { UPGRADE_PATH, useBilling } from '../../core/queries/subscription.ts'
import { sharedTexts } from '../../core/texts/en-shared.ts'
import { PageTop } from '../../ui/page-top.tsx'
import { RemoveDialog } from '../../ui/remove-dialog.tsx'
import { useToast } from '../../ui/toasts.tsx'
import { ContactDialog, type ContactSaved } from './contact-dialog.tsx'
import { ContactFilters, type ContactTab } from './contact-filters.tsx'
import { ContactGrid } from './contact-grid.tsx'
import styles from './contacts-page.module.css'
import { contactsTexts as t } from './en-contacts.ts'
import { InviteDialog } from './invite-dialog.tsx'
import { useAddContact, useChangeContact, useContacts, useInviteContact, useRemoveContact } from './queries.ts'
import { contactNameOf } from './ways.ts'

/** The open dialog. */
type Open =
  | { readonly what: 'add' }
  | { readonly what: 'edit' | 'remove'; readonly contact: Contact }
  | { readonly what: 'invite'; readonly contact: Contact; readonly invite: Invite }

/** Video creates a one-time link; on the free plan it shows the premium offer and other ways to reach the contact. */
function useVideo(show: (open: Open) => void) {
  const toast = useToast()
  const navigate = useNavigate()
  const billing = useBilling()
  const [contact, setContact] = useState<Contact>()
  const invite = useInviteContact(() =>
    toast({
      kind: 'failure',
      title: sharedTexts.premium.title,
      text: billing === 'off' ? `${sharedTexts.premium.toastVideo} ${sharedTexts.premium.byOperator}` : sharedTexts.premium.toastVideo,
      action:
        billing === 'stripe' ? (
          <Button size="small" type="primary" onClick={() => void navigate(UPGRADE_PATH)}>
            {sharedTexts.premium.upgrade}
          </Button>
        ) : null,
    }),
  )
  return {
    invitingId: invite.isPending ? contact?.id : undefined,
    start: (chosen: Contact) => {
      setContact(chosen)
      invite.mutate(chosen.id, { onSuccess: (made) => show({ what: 'invite', contact: chosen, invite: made }) })
    },
  }
}

export function ContactsPage() {
  const [search, setSearch] = useState('')
  const [tab, setTab] = useState<ContactTab>('all')
  const [open, setOpen] = useState<Open>()
  const list = useContacts({ ...(tab === 'favorites' ? { favorites: 'true' } : {}), ...(search ? { search } : {}) })
  const change = useChangeContact()
  const video = useVideo(setOpen)
  const onAdd = () => setOpen({ what: 'add' })
  const add = (
    <Button type="primary" icon={<PlusIcon size={18} aria-hidden />} onClick={onAdd}>
      {t.add}
    </Button>
  )
  const contacts = list.data?.pages.flatMap((page) => page.items)
  // The empty state has its own button: one main action per screen.
  const isFirst = !list.isError && !contacts?.length && !search && tab === 'all'
  return (
    <>
      <PageTop title={t.title}>{isFirst ? null : <div className={styles.desk}>{add}</div>}</PageTop>
      <ContactFilters search={search} tab={tab} onSearch={setSearch} onTab={setTab} />
      <ContactGrid
        contacts={contacts}
        failed={list.isError}
        by={search ? 'search' : tab === 'favorites' ? 'favorites' : undefined}
        more={list.hasNextPage}
        loadingMore={list.isFetchingNextPage}
        invitingId={video.invitingId}
        actions={{
          onEdit: (contact) => setOpen({ what: 'edit', contact }),
          onRemove: (contact) => setOpen({ what: 'remove', contact }),
          onFavorite: ({ id, isFavorite }) => change.mutate({ id, isFavorite: !isFavorite }),
          onVideo: video.start,
        }}
        onAdd={onAdd}
        onMore={() => void list.fetchNextPage()}
        onRetry={() => void list.refetch()}
      />
      {contacts?.length ? <div className={styles.phone}>{add}</div> : null}
      {open ? <OpenDialog open={open} onClose={() => setOpen(undefined)} /> : null}
    </>
  )
}

function OpenDialog({ open, onClose }: { open: Open; onClose: () => void }) {
  const add = useAddContact()
  const change = useChangeContact()
  const remove = useRemoveContact()
  switch (open.what) {
    case 'add':
      return <ContactDialog contact={undefined} onSave={(fields) => add.mutateAsync(fields)} onClose={onClose} />
    case 'edit': {
      const { id } = open.contact
      return (
        <ContactDialog contact={open.contact} onSave={(fields: ContactSaved) => change.mutateAsync({ id, ...fields })} onClose={onClose} />
      )
    }
    case 'remove':
      return (
        <RemoveDialog name={contactNameOf(open.contact)} texts={t} onRemove={() => remove.mutateAsync(open.contact.id)} onClose={onClose} />
      )
    case 'invite':
      return <InviteDialog contact={open.contact} invite={open.invite} onClose={onClose} />
  }
}
