/** Production sends nothing in the clear to another machine, unless the operator says so by name. */
import { z } from 'zod'
import { List } from './config.ts'
import { isLoopbackHost } from './loopback.ts'

const WORDS = ['public-url', 'smtp', 's3'] as const
type Word = (typeof WORDS)[number]

/** The key of every service whose configuration names such an address. */
export const EncryptionConfig = {
  ALLOW_INSECURE: List.pipe(z.array(z.enum(WORDS))).describe(
    `what production may send unencrypted to another machine: ${WORDS.join(', ')}; comma-separated`,
  ),
} as const

type Config = { readonly NODE_ENV: string; readonly EMBEDDED: boolean; readonly ALLOW_INSECURE: readonly Word[] }

export function mustEncrypt(config: Config, word: Word, url: string): boolean {
  const isProduction = config.NODE_ENV === 'production' && !config.EMBEDDED
  return isProduction && !config.ALLOW_INSECURE.includes(word) && !isLoopbackHost(URL.parse(url)?.hostname ?? '')
}

/** For `superRefine` of a service's configuration. */
export function requireHttps<K extends string>(
  config: Config & { readonly [key in K]?: string | undefined },
  context: z.RefinementCtx,
  word: Word,
  key: K,
): void {
  const url: string | undefined = config[key]
  if (url === undefined || url.startsWith('https:') || !mustEncrypt(config, word, url)) return
  context.addIssue({ code: 'custom', path: [key], message: `must be https in production (ALLOW_INSECURE=${word} allows http)` })
}
