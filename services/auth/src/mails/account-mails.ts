/**
 * Mails about the account itself. They are sent whatever the switches say. None contains a name, an address or a password: what a stranger
 * typed must not be sent to an address that a stranger typed.
 */
import { randomUUID } from 'node:crypto'
import type { Language } from '#proto/languages.ts'
import type { AccountMailKind } from '../core/mail-kinds.ts'
import type { Mail } from '../core/ports.ts'
import type { AccountMailTexts } from './account-mail-texts.ts'
import { germanAccountMails } from './de-account-mails.ts'
import { englishAccountMails } from './en-account-mails.ts'

const TEXTS: Readonly<Record<Language, AccountMailTexts>> = { en: englishAccountMails, de: germanAccountMails }

/** @param link what the mail's reader opens; '' for a mail without a link */
export function accountMail(kind: AccountMailKind, to: string, link: string, at: Date, language: Language = 'en'): Mail {
  const { subject, lines } = TEXTS[language][kind]
  return { id: randomUUID(), to, kind: `account.${kind}`, subject, text: lines(link).join('\n'), at }
}

/** The token is in the fragment, which is neither sent to the server nor in a Referer header, so that no log contains it. */
const authPage = (publicUrl: string, fragment: string) => new URL(`/auth${fragment}`, publicUrl).href
export const signInPage = (publicUrl: string) => authPage(publicUrl, '')
export const resetLink = (publicUrl: string, token: string) => authPage(publicUrl, `#reset=${token}`)
export const undoLink = (publicUrl: string, token: string) => authPage(publicUrl, `#undo=${token}`)
