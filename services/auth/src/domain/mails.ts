/** Mails: written with the rows they belong to, sent afterwards, tried again until they are too old to matter. */
import { randomUUID } from 'node:crypto'
import type { Clock } from '#kit/clock.ts'
import type { Log } from '#kit/log.ts'
import type { Language } from '#proto/languages.ts'
import { TIME } from '#proto/limits.ts'
import { MAIL_TEXTS, type Waiting } from './mail-texts.ts'
import type { Mail, MailSender, Mails } from './ports.ts'

/** The server answered with a 5xx: it will hardly change its mind (RFC 5321, 4.2.1). */
export class MailRefused extends Error {}

const BATCH = 10
/** Longer than one sending may take. */
const LEASE = 120_000
const FIRST_RETRY = 5_000
const LONGEST_RETRY = 15 * 60_000
const REFUSALS_TAKEN = 5

/** The mail names nobody: what a stranger typed as a name must not travel to an address that a stranger typed. */
export function verificationMail(to: string, link: string, at: Date, language: Language = 'en'): Mail {
  const { subject, lines } = MAIL_TEXTS[language].verification
  return { id: randomUUID(), to, subject, text: lines(link).join('\n'), at }
}

/** To the address that shall count: nothing of the account is in it. */
export function newAddressMail(to: string, link: string, at: Date, language: Language = 'en'): Mail {
  const { subject, lines } = MAIL_TEXTS[language].newAddress
  return { id: randomUUID(), to, subject, text: lines(link).join('\n'), at }
}

/** To the address that still counts. @param link the settings */
export function changeAskedMail(to: string, link: string, at: Date, language: Language = 'en'): Mail {
  const { subject, lines } = MAIL_TEXTS[language].changeAsked
  return { id: randomUUID(), to, subject, text: lines(link).join('\n'), at }
}

/** To the address that counted until now. */
export function changedMail(to: string, at: Date, language: Language = 'en'): Mail {
  const { subject, lines } = MAIL_TEXTS[language].changed
  return { id: randomUUID(), to, subject, text: lines.join('\n'), at }
}

/** What waits unread, counted: nothing that a visitor typed travels by mail. @param id the summary's own, so that it is written once */
export function summaryMail(id: string, to: string, link: string, waiting: Waiting, at: Date, language: Language = 'en'): Mail {
  const { waits, subject, lines } = MAIL_TEXTS[language].summary
  const found = waits(waiting)
  return { id, to, subject: subject(found.join(', ')), text: lines(found, link).join('\n'), at }
}

/** Whoever asked for a visit gave this address; nothing that it typed, nor what the resident did, travels to it but the link. */
export function passMail(id: string, to: string, link: string, at: Date, language: Language): Mail {
  const { subject, lines } = MAIL_TEXTS[language].pass
  return { id, to, subject, text: lines(link).join('\n'), at }
}

/** @returns when to try again, or null to give up */
export function nextTry(mail: Mail & { readonly attempts: number }, error: unknown, now: Date): Date | null {
  if (error instanceof MailRefused && mail.attempts >= REFUSALS_TAKEN) return null
  const next = new Date(now.getTime() + Math.min(FIRST_RETRY * 2 ** (mail.attempts - 1), LONGEST_RETRY))
  return next.getTime() - mail.at.getTime() < TIME.verifyMailLife ? next : null
}

/** Sends what is due. @returns how many mails were taken */
export async function sendDueMails(needs: { mails: Mails; sender: MailSender; clock: Clock; log: Log }): Promise<number> {
  const { mails, sender, clock, log } = needs
  const due = await mails.claim(clock.now(), LEASE, BATCH)
  for (const mail of due) {
    try {
      await sender.send(mail)
      await mails.sent(mail.id, clock.now())
    } catch (error) {
      const next = nextTry(mail, error, clock.now())
      log.warn({ err: error, mail: mail.id, attempts: mail.attempts, next }, next ? 'mail waits' : 'mail given up')
      await mails.retry(mail.id, next)
    }
  }
  return due.length
}
