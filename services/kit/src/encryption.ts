/** Production sends nothing unencrypted to another machine, unless ALLOW_INSECURE names the target. */
import { z } from 'zod'
import { List } from './config.ts'
import { isLoopbackHost } from './loopback.ts'

const TARGETS = ['public-url', 'smtp', 's3'] as const
type Target = (typeof TARGETS)[number]

/** The key of every service whose configuration has the address of such a target. */
export const EncryptionConfig = {
  ALLOW_INSECURE: List.pipe(z.array(z.enum(TARGETS))).describe(
    `what production may send unencrypted to another machine: ${TARGETS.join(', ')}; comma-separated`,
  ),
} as const

type Config = { readonly NODE_ENV: string; readonly EMBEDDED: boolean; readonly ALLOW_INSECURE: readonly Target[] }

export function mustEncrypt(config: Config, target: Target, url: string): boolean {
  const isProduction = config.NODE_ENV === 'production' && !config.EMBEDDED
  return isProduction && !config.ALLOW_INSECURE.includes(target) && !isLoopbackHost(URL.parse(url)?.hostname ?? '')
}

/** For `superRefine` of a service's configuration. */
export function requireHttps<K extends string>(
  config: Config & { readonly [key in K]?: string | undefined },
  context: z.RefinementCtx,
  target: Target,
  key: K,
): void {
  const url: string | undefined = config[key]
  if (url === undefined || url.startsWith('https:') || !mustEncrypt(config, target, url)) return
  context.addIssue({ code: 'custom', path: [key], message: `must be https in production (ALLOW_INSECURE=${target} allows http)` })
}
