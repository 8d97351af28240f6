import { z } from 'zod'
import { CommonConfig, Flag, Keys } from '#kit/config.ts'
import { requireHttps } from '#kit/encryption.ts'
import { FilesConfig, needFilesConfig } from '#kit/file-store.ts'
import { GeoIpConfig } from '#kit/geoip.ts'
import { LegalConfig } from '#kit/legal-config.ts'
import { PublicUrl } from '#kit/public-url.ts'
import { EMAIL, plainEmail } from '#proto/email.ts'
import { FIELD } from '#proto/limits.ts'

export const AuthConfig = z
  .object({
    ...CommonConfig,
    ...FilesConfig,
    ...GeoIpConfig,
    DATABASE_URL: z.string().min(1).describe('Postgres, this service’s own database'),
    INTERNAL_KEY: Keys.describe('verifies the gateway’s requests for bytes; new,old while it is changed'),
    ATTEMPT_KEY: z.string().min(32).describe('makes the keyed hash of the name that is stored with a failed log-in'),
    FACTOR_KEY: z
      .string()
      .min(32)
      .describe('encrypts the secrets of authenticator apps and signs challenges of passkeys; with another key the codes are wrong'),
    PUBLIC_URL: PublicUrl.optional().describe('public address of the product, the start of links in mails; required in production'),
    MAIL: z.enum(['mailbox', 'smtp']).default('mailbox').describe('mailbox keeps mails for /dev/mail; smtp sends them'),
    SMTP_URL: z
      .string()
      .optional()
      .describe('smtp:// (production requires STARTTLS) or smtps://user:password@host:port, needed with MAIL=smtp'),
    MAIL_FROM: z.string().default('Doorbell <no-reply@localhost>').describe('sender of every mail'),
    SUPPORT_EMAIL: z
      .string()
      .overwrite(plainEmail)
      .max(FIELD.email)
      .pipe(z.email({ pattern: EMAIL }))
      .optional()
      .describe('takes the questions of residents; without it there is no form'),
    ...LegalConfig,
    PASSWORD_BREACH_URL: z
      .url()
      .optional()
      .describe(
        'asks an online list whether a new password was breached: GET <this>/<first five hex digits of its SHA-1>; not asked by default',
      ),
    REGISTRATION: z
      .enum(['open', 'invite', 'closed'])
      .default('open')
      .describe('who may create an account: open, everyone; closed, no one; invite, who is invited to a household'),
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
