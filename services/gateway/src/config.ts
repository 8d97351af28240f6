import { z } from 'zod'
import { CommonConfig, Flag, Keys, List, Port } from '#kit/config.ts'
import { EncryptionConfig, requireHttps } from '#kit/encryption.ts'
import { LegalConfig, LegalUrl } from '#kit/legal-config.ts'
import { PublicUrl } from '#kit/public-url.ts'
import { TrustedProxies } from '#kit/trusted-proxies.ts'

export const GatewayConfig = z
  .object({
    ...CommonConfig,
    ...EncryptionConfig,
    PORT: Port.default(5000).describe('where the product listens'),
    REDIS_URL: z.string().min(1).describe('limits, blocks'),
    PUBLIC_URL: PublicUrl.optional().describe('makes QR codes and links; decides Secure, __Host- and HSTS; production must say'),
    VISITOR_TOKEN_KEY: Keys.describe('signs the visitor’s cookie; doorbell has the same; new,old while it is changed'),
    AUTH_INTERNAL_KEY: Keys.describe('signs the caller of auth’s bytes; auth has the same as INTERNAL_KEY'),
    DOORBELL_INTERNAL_KEY: Keys.describe('signs the caller of doorbell’s bytes; doorbell has the same as INTERNAL_KEY'),
    BILLING: z.enum(['off', 'stripe']).optional().describe('as billing has it'),
    STRIPE_WEBHOOK_SECRET: List.describe('verifies Stripe’s events; new,old while it is changed; needed with BILLING=stripe'),
    TRUSTED_PROXIES: TrustedProxies.optional().describe('CIDR list, or none; no network wider than /8, IPv6 /32; production must say'),
    LEGAL_SECURITY_CONTACT: z
      .string()
      .regex(/^(mailto:|https:\/\/|tel:)\S+$/)
      .optional()
      .describe('whom to tell of a weakness, as mailto: or https:; shown in /.well-known/security.txt, which is missing without it'),
    STATUS_PAGE: Flag.describe('shows everybody at /status how fast rings are shown, without anything of a single door'),
    ...LegalConfig,
    LEGAL_TERMS_URL: LegalUrl.describe('the operator’s terms of use; pages for strangers link to them'),
    EMBEDDED: Flag.describe('the embedded start: loopback hosts are ours, /dev/mail is there'),
    DEV_KEY: z.string().min(32).optional().describe('opens /dev/mail of the embedded start; made at each start'),
    WEB_DIST: z.string().default('web/dist').describe('the built web'),
    WEB_PREVIOUS: z.string().default('web/previous').describe('assets of the previous release’s web, for pages that are still open'),
    LAN_ORIGINS: List.describe('further origins that are us, announced by --lan'),
    LAN_ADDRESSES: List.describe('addresses that listen with TLS'),
    TLS_CERT_FILE: z.string().optional().describe('certificate for LAN_ADDRESSES'),
    TLS_KEY_FILE: z.string().optional().describe('its key'),
  })
  .superRefine((config, context) => {
    if (config.BILLING === 'stripe' && config.STRIPE_WEBHOOK_SECRET.length === 0)
      context.addIssue({ code: 'custom', path: ['STRIPE_WEBHOOK_SECRET'], message: 'needed with BILLING=stripe' })
    const need = (key: 'PUBLIC_URL' | 'TRUSTED_PROXIES') => {
      if (config[key] === undefined) context.addIssue({ code: 'custom', path: [key], message: 'is required in production' })
    }
    if (config.NODE_ENV === 'production' && !config.EMBEDDED) {
      need('PUBLIC_URL')
      need('TRUSTED_PROXIES')
    }
    requireHttps(config, context, 'public-url', 'PUBLIC_URL')
  })

export type GatewayConfig = Readonly<z.output<typeof GatewayConfig>>
