import type { ComponentType } from 'react'
import type { MailedLink, MailedPageProps } from './mailed-links.ts'
import { BeginRecoveryPage, CancelRecoveryPage } from './recovery-pages.tsx'
import { ResetPage } from './reset-page.tsx'
import { SignInLinkPage } from './sign-in-link-page.tsx'
import { UndoEmailPage } from './undo-email-page.tsx'
import { VerifyPage } from './verify-page.tsx'

const PAGES: Readonly<Record<MailedLink['kind'], ComponentType<MailedPageProps>>> = {
  verify: VerifyPage,
  reset: ResetPage,
  undo: UndoEmailPage,
  'sign-in': SignInLinkPage,
  recovery: BeginRecoveryPage,
  'cancel-recovery': CancelRecoveryPage,
}

/** The page of a mailed link. It only reads until a press: mail scanners open links too, and run their scripts. */
export function MailedPage({ link, ...props }: Omit<MailedPageProps, 'token'> & { readonly link: MailedLink }) {
  const Page = PAGES[link.kind]
  return <Page token={link.token} {...props} />
}
