/** The links in mails: /auth with a token in the fragment, which no log contains. */

const MAILED_LINKS = ['verify', 'reset', 'undo', 'sign-in', 'recovery', 'cancel-recovery'] as const
export type MailedLink = { readonly kind: (typeof MAILED_LINKS)[number]; readonly token: string }

/** @param address older mails confirm an address by a token in the query @returns undefined for an address without a token */
export function mailedLinkOf({ search, hash }: { readonly search: string; readonly hash: string }): MailedLink | undefined {
  const fragment = new URLSearchParams(hash.slice(1))
  for (const kind of MAILED_LINKS) {
    const token = fragment.get(kind)
    if (token) return { kind, token }
  }
  const token = new URLSearchParams(search).get('verify')
  return token ? { kind: 'verify', token } : undefined
}

/** The props of the page of each link. */
export type MailedPageProps = {
  readonly token: string
  readonly signedIn: boolean
  /** Leaves the page, to the sign-in or to the form for a forgotten password. */
  readonly onDone: (next?: 'forgot') => void
}
