import { createTransport } from 'nodemailer'
import type { OutgoingMail } from '../core/ports.ts'
import { type MailSender, PermanentMailError } from './mails.ts'

const TIMEOUT = 10_000

/** By default nodemailer sends in plain text when the server offers no STARTTLS (RFC 3207), or when an attacker has removed the offer. */
function withRequiredTls(url: string): string {
  const required = new URL(url)
  required.searchParams.delete('ignoreTLS')
  required.searchParams.set('requireTLS', 'true')
  return required.href
}

/**
 * These mails are automatic: programs must not answer them (RFC 3834, 5). A question to the operator is written by a person. The summary,
 * which is sent repeatedly, names the page on which it is turned off (RFC 2369, 3.2).
 */
const headersOf = ({ kind }: OutgoingMail, publicUrl: string): Record<string, string> => ({
  ...(kind?.startsWith('support.') ? {} : { 'Auto-Submitted': 'auto-generated' }),
  ...(kind === 'general.summary' ? { 'List-Unsubscribe': `<${new URL('/notifications', publicUrl).href}>` } : {}),
})

/** As an object, because a text would be read as a list of names and addresses (RFC 5322, 3.4). */
const addressOf = (address: string) => ({ name: '', address })

/**
 * Mail through SMTP (RFC 5321). The Message-ID is the row's id, so that mail clients show a mail that was sent twice after a crash once.
 */
export function createSmtpSender(url: string, from: string, publicUrl: string, options: { readonly requireTls: boolean }): MailSender {
  const transport = createTransport({
    url: options.requireTls ? withRequiredTls(url) : url,
    connectionTimeout: TIMEOUT,
    greetingTimeout: TIMEOUT,
    socketTimeout: TIMEOUT,
  })
  return {
    send: async (mail: OutgoingMail) => {
      try {
        await transport.sendMail({
          from,
          to: addressOf(mail.to),
          ...(mail.replyTo ? { replyTo: addressOf(mail.replyTo) } : {}),
          subject: mail.subject,
          text: mail.text,
          ...(mail.html ? { html: mail.html } : {}),
          headers: headersOf(mail, publicUrl),
          date: mail.at,
          messageId: `<${mail.id}@${new URL(publicUrl).hostname}>`,
        })
      } catch (error) {
        const status = error instanceof Error && 'responseCode' in error ? Number(error.responseCode) : 0
        if (status >= 500) throw new PermanentMailError(`the mail server replied ${status}`)
        throw error
      }
    },
  }
}
