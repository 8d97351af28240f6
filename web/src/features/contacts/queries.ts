/** Contacts: sorted, searched and paged by the server (docs/product/specification.md, 7: cached 5 min). */
import { type InfiniteData, type QueryClient, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Contact } from '#proto/contacts.ts'
import { TIME } from '#proto/limits.ts'
import { isApiError } from '../../core/api-error.ts'
import { errorMessageOf } from '../../core/error-message.ts'
import { keys } from '../../core/query-cache.ts'
import { useServices } from '../../core/services.ts'
import { useToast } from '../../ui/toasts.tsx'
import { contactsTexts as t } from './en-contacts.ts'

export type ContactFilter = { readonly search?: string | undefined; readonly favorites?: 'true' | undefined }
export type ContactFields = Pick<Contact, 'firstName' | 'lastName' | 'email' | 'phone' | 'address' | 'notes'>
type Pages = InfiniteData<{ readonly items: readonly Contact[]; readonly next: string | undefined }, string | undefined>

export function useContacts(filter: ContactFilter) {
  const { api } = useServices()
  return useInfiniteQuery({
    queryKey: [...keys.contacts, filter],
    queryFn: ({ pageParam }) => api.page('doorbell.contacts', { ...filter, cursor: pageParam, limit: 50 }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    staleTime: TIME.contactsCache,
    // Keeps the shown items until the next filter's response arrives.
    placeholderData: (before) => before,
  })
}

function show(queryClient: QueryClient, changed: Contact): void {
  const put = (items: readonly Contact[]) => items.map((known) => (known.id === changed.id ? changed : known))
  queryClient.setQueriesData<Pages>(
    { queryKey: keys.contacts },
    (data) => data && { ...data, pages: data.pages.map((page) => ({ ...page, items: put(page.items) })) },
  )
}

/** Shows a toast unless the error is about fields, which show it themselves. */
function useSaveFailed() {
  const { cache } = useServices()
  const toast = useToast()
  return (error: unknown) => {
    if (isApiError(error, 'validation_failed')) return
    toast({ kind: 'failure', title: t.saveFailed, text: errorMessageOf(error) })
    // Changed or deleted on another device: refetches the list.
    if (isApiError(error, 'not_found')) void cache.invalidate(keys.contacts)
  }
}

export function useAddContact() {
  const { api, cache } = useServices()
  const toast = useToast()
  return useMutation({
    mutationFn: (contact: ContactFields & { isFavorite: boolean }) => api.call('doorbell.add_contact', contact),
    onSuccess: () => {
      void cache.invalidate(keys.contacts)
      toast({ kind: 'success', title: t.added, spoken: true })
    },
    onError: useSaveFailed(),
  })
}

export function useChangeContact() {
  const { api, cache } = useServices()
  const queryClient = useQueryClient()
  const toast = useToast()
  return useMutation({
    mutationFn: ({ id, ...change }: Partial<ContactFields> & { id: number; isFavorite?: boolean }) =>
      api.call('doorbell.change_contact', { id, ...change }),
    onSuccess: (contact, change) => {
      show(queryClient, contact)
      void cache.invalidate(keys.contacts)
      if (change.firstName !== undefined) toast({ kind: 'success', title: t.saved, spoken: true })
    },
    onError: useSaveFailed(),
  })
}

export function useRemoveContact() {
  const { api, cache } = useServices()
  const toast = useToast()
  return useMutation({
    mutationFn: (id: number) => api.call('doorbell.remove_contact', { id }),
    onSuccess: () => {
      void cache.invalidate(keys.contacts)
      toast({ kind: 'success', title: t.removed, spoken: true })
    },
    onError: (error) => {
      // Another device has done it already.
      if (!isApiError(error, 'not_found')) toast({ kind: 'failure', title: t.removeFailed, text: errorMessageOf(error) })
      void cache.invalidate(keys.contacts)
    },
  })
}

/** @param onPremium called if the plan has no calls */
export function useInviteContact(onPremium: () => void) {
  const { api } = useServices()
  const toast = useToast()
  return useMutation({
    mutationFn: (id: number) => api.call('doorbell.invite_contact', { id }),
    onError: (error) => {
      if (isApiError(error, 'subscription_required')) onPremium()
      else toast({ kind: 'failure', title: t.invite.failed, text: errorMessageOf(error) })
    },
  })
}
