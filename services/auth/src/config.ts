import { z } from 'zod'
import { CommonConfig, Flag } from '#kit/config.ts'
import { requireHttps } from '#kit/encryption.ts'
import { FilesConfig, needFilesConfig } from '#kit/file-store.ts'

export const AuthConfig = z
  .object({
    ...CommonConfig,
    ...FilesConfig,
    DATABASE_URL: z.string().min(1).describe('Postgres, this service’s own database'),
    INTERNAL_KEY: z.string().min(16).describe('signs the gateway’s requests for bytes'),
    PUBLIC_URL: z.url().optional().describe('public address of the product, the start of links in mails; required in production'),
    MAIL: z.enum(['mailbox', 'smtp']).default('mailbox').describe('mailbox keeps mails for /dev/mail; smtp sends them'),
    SMTP_URL: z
      .string()
      .optional()
      .describe('smtp:// (production requires STARTTLS) or smtps://user:password@host:port, needed with MAIL=smtp'),
    MAIL_FROM: z.string().default('Doorbell <no-reply@localhost>').describe('sender of every mail'),
    EMBEDDED: Flag.describe('the embedded start, where the mailbox may replace SMTP'),
  })
  .superRefine(needFilesConfig)
  .superRefine((config, context) => requireHttps(config, context, 'public-url', 'PUBLIC_URL'))
  .superRefine((config, context) => {
    if (config.MAIL === 'smtp' && !config.SMTP_URL)
      context.addIssue({ code: 'custom', path: ['SMTP_URL'], message: 'is needed with MAIL=smtp' })
    if (config.PUBLIC_URL === undefined && config.NODE_ENV === 'production' && !config.EMBEDDED)
      context.addIssue({ code: 'custom', path: ['PUBLIC_URL'], message: 'is required in production' })
    if (config.MAIL === 'mailbox' && config.NODE_ENV === 'production' && !config.EMBEDDED)
      context.addIssue({ code: 'custom', path: ['MAIL'], message: 'must be smtp in production' })
  })
export type AuthConfig = Readonly<z.output<typeof AuthConfig>>
