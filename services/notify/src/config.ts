import { z } from 'zod'
import { CommonConfig, Flag, Keys, List } from '#kit/config.ts'
import { PublicUrl } from '#kit/public-url.ts'
import { isAddress, isLoopbackAddress, parsePushHost } from './core/push-hosts.ts'
import { isPrivateKey } from './core/push-keys.ts'

const Contact = z
  .string()
  .refine(
    (text) => /^mailto:[^@\s]+@[^@\s]+\.[^@\s]+$/.test(text) || URL.parse(text)?.protocol === 'https:',
    'must be a mailto: or https: URL',
  )

export const NotifyConfig = z
  .object({
    ...CommonConfig,
    DATABASE_URL: z.string().min(1).describe('Postgres, this service’s own database'),
    PUBLIC_URL: PublicUrl.optional().describe('the address that residents open, where a notification leads; required in production'),
    PUSH_KEYS: Keys.refine(
      (keys) => keys.every(isPrivateKey),
      "must be private keys of P-256 in base64url: make one with openssl rand -base64 32 | tr '+/' '-_' | tr -d =",
    ).describe('keys that sign pushes (VAPID), comma-separated: browsers subscribe with the first, all sign'),
    PUSH_CONTACT: Contact.optional().describe('mailto: or https:, where push services reach the operator; required in production'),
    PUSH_HOSTS: List.describe('further push services, host or host:port, comma-separated'),
    PUSH_PROXY: z
      .url({ protocol: /^http$/ })
      .optional()
      .describe('an HTTP proxy (CONNECT) that leads to the push services; then names alone decide which'),
    OUTBOUND_PRIVATE_HOSTS: List.describe(
      'receivers of webhooks that are not on the public internet, host:port, comma-separated; never this machine or link-local addresses',
    ),
    EMBEDDED: Flag.describe('the embedded start'),
  })
  .superRefine((config, context) => {
    const refuse = (key: string, message: string) => context.addIssue({ code: 'custom', path: [key], message })
    const isProduction = config.NODE_ENV === 'production' && !config.EMBEDDED
    for (const key of ['PUBLIC_URL', 'PUSH_CONTACT'] as const)
      if (isProduction && config[key] === undefined) refuse(key, 'is required in production')
    const own = [config.DATABASE_URL, ...config.NATS_URL.split(',')].map((url) => URL.parse(url)?.host)
    for (const text of config.OUTBOUND_PRIVATE_HOSTS) {
      const host = parsePushHost(text)
      if (!host) refuse('OUTBOUND_PRIVATE_HOSTS', 'must hold hosts such as homeassistant.lan:8123')
      else if (isLoopbackAddress(host.name) && !config.TEST_CLOCK)
        refuse('OUTBOUND_PRIVATE_HOSTS', 'may not hold this machine’s own address')
      else if (own.includes(`${host.name}:${host.port}`)) refuse('OUTBOUND_PRIVATE_HOSTS', 'may not hold a server of this product')
    }
    for (const text of config.PUSH_HOSTS) {
      const host = parsePushHost(text)
      if (!host) refuse('PUSH_HOSTS', 'must hold hosts such as push.example.org or push.example.org:8443')
      else if (isAddress(host.name) && config.PUSH_PROXY) refuse('PUSH_HOSTS', 'may hold no IP address where PUSH_PROXY is set')
      else if (isLoopbackAddress(host.name) && !config.EMBEDDED)
        refuse('PUSH_HOSTS', 'may hold this machine’s own address only in the embedded start')
    }
  })
export type NotifyConfig = Readonly<z.output<typeof NotifyConfig>>
