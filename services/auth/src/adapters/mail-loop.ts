import type { Clock } from '#kit/clock.ts'
import { mustEncrypt } from '#kit/encryption.ts'
import type { Log } from '#kit/log.ts'
import { sendDueMails } from '../domain/mails.ts'
import type { Mails } from '../domain/ports.ts'

const LOOK_MS = 1_000

export type MailLoop = { wake(): void; stop(): Promise<void> }

/** Looks for due mails every second, and at once when woken. The library is loaded only where mail goes by SMTP. */
export async function startMailLoop(needs: {
  mails: Mails
  clock: Clock
  log: Log
  publicUrl: string
  config: Parameters<typeof mustEncrypt>[0] & {
    readonly MAIL: 'mailbox' | 'smtp'
    readonly SMTP_URL?: string | undefined
    readonly MAIL_FROM: string
  }
}): Promise<MailLoop> {
  const { config, log } = needs
  if (config.MAIL !== 'smtp' || !config.SMTP_URL) return { wake: () => undefined, stop: async () => undefined }
  const { createSmtpSender } = await import('./smtp.ts')
  const requireTls = mustEncrypt(config, 'smtp', config.SMTP_URL)
  const sender = createSmtpSender(config.SMTP_URL, config.MAIL_FROM, new URL(needs.publicUrl).hostname, { requireTls })
  let round: Promise<void> | undefined
  const look = async () => {
    while ((await sendDueMails({ ...needs, sender })) > 0);
  }
  const wake = () => {
    round ??= look()
      .catch((err: unknown) => log.warn({ err }, 'mails wait'))
      .finally(() => {
        round = undefined
      })
  }
  const timer = setInterval(wake, LOOK_MS)
  wake()
  return {
    wake,
    stop: async () => {
      clearInterval(timer)
      await round
    },
  }
}
