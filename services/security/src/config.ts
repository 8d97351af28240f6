import { z } from 'zod'
import { CommonConfig, Flag } from '#kit/config.ts'
import { GeoIpConfig } from '#kit/geoip.ts'
import { TrustedProxies } from '#kit/trusted-proxies.ts'

export const SecurityConfig = z
  .object({
    ...CommonConfig,
    ...GeoIpConfig,
    DATABASE_URL: z.string().min(1).describe('Postgres, this service’s own database'),
    REDIS_URL: z.string().min(1).describe('where gateways read the blocks'),
    LOGIN_BLOCK_AFTER: z.coerce.number().int().min(1).max(50).default(20).describe('failed log-ins within 15 min that block an address'),
    TRUSTED_PROXIES: TrustedProxies.optional().describe('CIDR list or none; its members are never blocked; required in production'),
    EMBEDDED: Flag.describe('the embedded start'),
  })
  .superRefine((config, context) => {
    if (config.NODE_ENV === 'production' && !config.EMBEDDED && config.TRUSTED_PROXIES === undefined)
      context.addIssue({ code: 'custom', path: ['TRUSTED_PROXIES'], message: 'is required in production' })
  })
export type SecurityConfig = Readonly<z.output<typeof SecurityConfig>>
