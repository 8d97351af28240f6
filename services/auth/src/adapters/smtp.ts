import { createTransport } from 'nodemailer'
import { MailRefused } from '../domain/mails.ts'
import type { Mail, MailSender } from '../domain/ports.ts'

const TIMEOUT = 10_000

/** nodemailer alone goes on in the clear where the server offers no STARTTLS (RFC 3207), or an attacker has cut the offer out. */
function withRequiredTls(url: string): string {
  const required = new URL(url)
  required.searchParams.delete('ignoreTLS')
  required.searchParams.set('requireTLS', 'true')
  return required.href
}

/** Mail through SMTP (RFC 5321). The Message-ID is the row's id, so that a mail sent twice after a crash is one mail to its reader. */
export function createSmtpSender(url: string, from: string, domain: string, options: { readonly requireTls: boolean }): MailSender {
  const transport = createTransport({
    url: options.requireTls ? withRequiredTls(url) : url,
    connectionTimeout: TIMEOUT,
    greetingTimeout: TIMEOUT,
    socketTimeout: TIMEOUT,
  })
  return {
    send: async (mail: Mail) => {
      try {
        await transport.sendMail({
          from,
          to: mail.to,
          subject: mail.subject,
          text: mail.text,
          date: mail.at,
          messageId: `<${mail.id}@${domain}>`,
        })
      } catch (error) {
        const status = error instanceof Error && 'responseCode' in error ? Number(error.responseCode) : 0
        if (status >= 500) throw new MailRefused(`the mail server answered ${status}`)
        throw error
      }
    },
  }
}
