/**
 * Mails about the second factor: to each of the account's verified addresses, in its language, and without anything that somebody typed,
 * but for the name of a passkey.
 */
import { randomUUID } from 'node:crypto'
import { languageOf } from '../core/account.ts'
import type { FactorMailKind } from '../core/mail-kinds.ts'
import type { Mail } from '../core/ports.ts'
import { FACTOR_MAIL_TEXTS } from './factor-mail-texts.ts'

export type Addressee = { readonly email: string; readonly language: string | null }
type Texts = (typeof FACTOR_MAIL_TEXTS)['en']
type Text = { readonly subject: string; readonly lines: readonly string[] }

function mailTo<K extends FactorMailKind>(addressee: Addressee, kind: K, at: Date, textOf: (text: Texts[K]) => Text): Mail {
  const { subject, lines } = textOf(FACTOR_MAIL_TEXTS[languageOf(addressee) ?? 'en'][kind])
  return { id: randomUUID(), to: addressee.email, kind: `factor.${kind}`, subject, text: lines.join('\n'), at }
}

/** The mails that say what happened, without a link. */
export type FactorNotice = 'turnedOn' | 'turnedOff' | 'codesReplaced' | 'recoveryCancelled' | 'recoveryEnded' | 'operatorReset'

export const noticeMails = (to: readonly Addressee[], notice: FactorNotice, at: Date): Mail[] =>
  to.map((addressee) => mailTo(addressee, notice, at, (text) => text))

export const PASSKEY_MAILS = { passkey_added: 'passkeyAdded', passkey_removed: 'passkeyRemoved', passkey_copied: 'passkeyCopied' } as const
export type PasskeyChange = keyof typeof PASSKEY_MAILS

/** @param name of the passkey */
export const passkeyMails = (to: readonly Addressee[], change: PasskeyChange, name: string, at: Date): Mail[] =>
  to.map((addressee) => mailTo(addressee, PASSKEY_MAILS[change], at, ({ subject, lines }) => ({ subject, lines: lines(name) })))

/** @param left recovery codes that still work; null where all of them ended with it */
export const codeUsedMails = (to: readonly Addressee[], left: number | null, at: Date): Mail[] =>
  to.map((addressee) => mailTo(addressee, 'codeUsed', at, ({ subject, lines }) => ({ subject, lines: lines(left) })))

/** @param kind `recoveryBegun` holds the link that cancels it */
export const linkMail = (to: Addressee, kind: 'recoveryLink' | 'recoveryBegun' | 'signInLink', link: string, at: Date): Mail =>
  mailTo(to, kind, at, ({ subject, lines }) => ({ subject, lines: lines(link) }))

/** The token is in the fragment, so that no log contains it (verification.ts). */
export const authLink = (publicUrl: string, name: 'recovery' | 'cancel-recovery' | 'sign-in', token: string) =>
  new URL(`/auth#${name}=${token}`, publicUrl).href
