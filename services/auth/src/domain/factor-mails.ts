/**
 * Mails about the second factor: to each of the account's verified addresses, in its language, and without anything that somebody typed,
 * but for the name of a passkey.
 */
import { randomUUID } from 'node:crypto'
import { languageOf } from './account.ts'
import { FACTOR_MAIL_TEXTS } from './factor-mail-texts.ts'
import type { Mail } from './ports.ts'

export type Addressee = { readonly email: string; readonly language: string | null }
type Texts = (typeof FACTOR_MAIL_TEXTS)['en']
/** A kind of these mails. */
export type FactorMail = keyof Texts
type Text = { readonly subject: string; readonly lines: readonly string[] }

function mailTo(addressee: Addressee, at: Date, textOf: (texts: Texts) => Text): Mail {
  const { subject, lines } = textOf(FACTOR_MAIL_TEXTS[languageOf(addressee) ?? 'en'])
  return { id: randomUUID(), to: addressee.email, subject, text: lines.join('\n'), at }
}

/** The mails that say what happened, without a link. */
export type FactorNotice = 'turnedOn' | 'turnedOff' | 'codesReplaced' | 'recoveryCancelled' | 'recoveryEnded' | 'operatorReset'

export const noticeMails = (to: readonly Addressee[], notice: FactorNotice, at: Date): Mail[] =>
  to.map((addressee) => mailTo(addressee, at, (texts) => texts[notice]))

export const PASSKEY_MAILS = { passkey_added: 'passkeyAdded', passkey_removed: 'passkeyRemoved', passkey_copied: 'passkeyCopied' } as const
export type PasskeyChange = keyof typeof PASSKEY_MAILS

/** In all languages: by them the mails of one kind are counted. */
export const subjectsOf = (kind: FactorMail) => Object.values(FACTOR_MAIL_TEXTS).map((texts) => texts[kind].subject)

/** @param name of the passkey */
export const passkeyMails = (to: readonly Addressee[], change: PasskeyChange, name: string, at: Date): Mail[] =>
  to.map((addressee) =>
    mailTo(addressee, at, (texts) => {
      const { subject, lines } = texts[PASSKEY_MAILS[change]]
      return { subject, lines: lines(name) }
    }),
  )

/** @param left recovery codes that still work; null where all of them ended with it */
export const codeUsedMails = (to: readonly Addressee[], left: number | null, at: Date): Mail[] =>
  to.map((addressee) => mailTo(addressee, at, ({ codeUsed }) => ({ subject: codeUsed.subject, lines: codeUsed.lines(left) })))

/** @param kind `recoveryBegun` holds the link that cancels it */
export const linkMail = (to: Addressee, kind: 'recoveryLink' | 'recoveryBegun' | 'signInLink', link: string, at: Date): Mail =>
  mailTo(to, at, (texts) => ({ subject: texts[kind].subject, lines: texts[kind].lines(link) }))

/** The token is in the fragment, so that no log contains it (verification.ts). */
export const authLink = (publicUrl: string, name: 'recovery' | 'cancel-recovery' | 'sign-in', token: string) =>
  new URL(`/auth#${name}=${token}`, publicUrl).href
