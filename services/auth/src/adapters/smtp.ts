import { createTransport } from 'nodemailer'
import { MailRefused } from '../domain/mails.ts'
import type { Mail, MailSender } from '../domain/ports.ts'

const TIMEOUT = 10_000

/** Mail through SMTP (RFC 5321). The Message-ID is the row's id, so that a mail sent twice after a crash is one mail to its reader. */
export function createSmtpSender(url: string, from: string, domain: string): MailSender {
  const transport = createTransport({ url, connectionTimeout: TIMEOUT, greetingTimeout: TIMEOUT, socketTimeout: TIMEOUT })
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
