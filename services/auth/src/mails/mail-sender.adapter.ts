import { mustEncrypt } from '#kit/encryption.ts'
import type { MailSender } from './mails.ts'

type MailConfig = Parameters<typeof mustEncrypt>[0] & {
  readonly MAIL?: 'mailbox' | 'smtp' | undefined
  readonly SMTP_URL?: string | undefined
  readonly MAIL_FROM: string
}

/** Loads the SMTP library only where it is used. @returns undefined where mails stay in the mailbox */
export async function openMailSender(config: MailConfig, publicUrl: string): Promise<MailSender | undefined> {
  if (config.MAIL !== 'smtp' || !config.SMTP_URL) return undefined
  const { createSmtpSender } = await import('./smtp.adapter.ts')
  const requireTls = mustEncrypt(config, 'smtp', config.SMTP_URL)
  return createSmtpSender(config.SMTP_URL, config.MAIL_FROM, publicUrl, { requireTls })
}
