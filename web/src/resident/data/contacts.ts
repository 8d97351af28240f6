/** Contacts: sorted, searched and paged by the server (spec section 7: cached 5 min). */
import { type InfiniteData, useInfiniteQuery, useMutation } from '@tanstack/react-query'
import type { Contact } from '#proto/contacts.ts'
import { TIME } from '#proto/limits.ts'
import { isApiError } from '../../core/api-error.ts'
import { contactsTexts as t } from '../../core/texts/en-contacts.ts'
import { useToast } from '../../ui/toasts.tsx'
import { api } from '../services.ts'
import { keys, queryClient } from './query-client.ts'
import { messageOf } from './user.ts'

export type ContactFilter = { readonly search?: string | undefined; readonly favorites?: 'true' | undefined }
export type ContactWords = Pick<Contact, 'firstName' | 'lastName' | 'email' | 'phone' | 'address' | 'notes'>
type Pages = InfiniteData<{ readonly items: readonly Contact[]; readonly next: string | undefined }, string | undefined>

export const useContacts = (filter: ContactFilter) =>
  useInfiniteQuery({
    queryKey: [...keys.contacts, filter],
    queryFn: ({ pageParam }) => api.page('doorbell.contacts', { ...filter, cursor: pageParam, limit: 50 }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    staleTime: TIME.contactsCache,
    // What is on the screen stays until the answer to the next filter is there.
    placeholderData: (before) => before,
  })

const refetch = () => queryClient.invalidateQueries({ queryKey: keys.contacts })

function show(changed: Contact): void {
  const put = (items: readonly Contact[]) => items.map((known) => (known.id === changed.id ? changed : known))
  queryClient.setQueriesData<Pages>(
    { queryKey: keys.contacts },
    (data) => data && { ...data, pages: data.pages.map((page) => ({ ...page, items: put(page.items) })) },
  )
}

/** A refusal of fields stands at the fields; any other is a toast. */
function useSaveFailed() {
  const toast = useToast()
  return (error: unknown) => {
    if (isApiError(error, 'validation_failed')) return
    toast({ kind: 'failure', title: t.saveFailed, text: messageOf(error) })
    // Changed or deleted on another device: the list says what is true.
    if (isApiError(error, 'not_found')) void refetch()
  }
}

export function useAddContact() {
  const toast = useToast()
  return useMutation({
    mutationFn: (words: ContactWords & { isFavorite: boolean }) => api.call('doorbell.add_contact', words),
    onSuccess: () => {
      void refetch()
      toast({ kind: 'success', title: t.added })
    },
    onError: useSaveFailed(),
  })
}

export function useChangeContact() {
  const toast = useToast()
  return useMutation({
    mutationFn: ({ id, ...change }: Partial<ContactWords> & { id: number; isFavorite?: boolean }) =>
      api.call('doorbell.change_contact', { id, ...change }),
    onSuccess: (contact, change) => {
      show(contact)
      void refetch()
      if (change.firstName !== undefined) toast({ kind: 'success', title: t.saved })
    },
    onError: useSaveFailed(),
  })
}

export function useRemoveContact() {
  const toast = useToast()
  return useMutation({
    mutationFn: (id: number) => api.call('doorbell.remove_contact', { id }),
    onSuccess: () => {
      void refetch()
      toast({ kind: 'success', title: t.removed })
    },
    onError: (error) => {
      // Gone already, by another device: that is what was asked for.
      if (!isApiError(error, 'not_found')) toast({ kind: 'failure', title: t.removeFailed, text: messageOf(error) })
      void refetch()
    },
  })
}

/** @param onPremium the plan has no calls */
export function useInviteContact(onPremium: () => void) {
  const toast = useToast()
  return useMutation({
    mutationFn: (id: number) => api.call('doorbell.invite_contact', { id }),
    onError: (error) => {
      if (isApiError(error, 'subscription_required')) onPremium()
      else toast({ kind: 'failure', title: t.invite.failed, text: messageOf(error) })
    },
  })
}
