import { z } from 'zod'
import { CommonConfig, List } from '#kit/config.ts'
import { IceServer } from '#proto/frames/media.ts'

const json = (text: string, context: z.RefinementCtx) => {
  try {
    return JSON.parse(text) as unknown
  } catch {
    context.addIssue({ code: 'custom', message: 'is not JSON' })
    return z.NEVER
  }
}

/** RFC 7065. */
const TURN_URL = /^turns?:[^\s/?#@]+(\?transport=(udp|tcp))?$/

export const SignalingConfig = z
  .object({
    ...CommonConfig,
    REDIS_URL: z.string().min(1).describe('calls, presence, registry of nodes; all of it can be lost'),
    ICE_SERVERS: z
      .string()
      .default('[]')
      .transform(json)
      .pipe(z.array(IceServer))
      .describe('STUN and TURN servers for every transport and ICE restart, a JSON array'),
    TURN_URLS: List.pipe(
      z.array(z.string().regex(TURN_URL, 'must be turn: or turns: URLs, such as turns:turn.example:443?transport=tcp')),
    ).describe('TURN servers with time-limited credentials, comma-separated, beside ICE_SERVERS'),
    TURN_SECRET: z.string().min(32).optional().describe("makes those credentials: coturn's static-auth-secret, with use-auth-secret"),
  })
  .superRefine((config, context) => {
    const refuse = (key: keyof typeof config, message: string) => context.addIssue({ code: 'custom', path: [key], message })
    if (config.TURN_URLS.length > 0 && config.TURN_SECRET === undefined)
      refuse('TURN_SECRET', "is needed with TURN_URLS: set it to coturn's static-auth-secret")
    if (config.TURN_URLS.length === 0 && config.TURN_SECRET !== undefined)
      refuse('TURN_URLS', 'is needed with TURN_SECRET: name the TURN servers that have this secret')
  })

export type SignalingConfig = Readonly<z.output<typeof SignalingConfig>>

/** @returns undefined without TURN servers of time-limited credentials */
export function turnServersOf({ TURN_URLS: urls, TURN_SECRET: secret }: SignalingConfig) {
  return secret === undefined ? undefined : { urls, secret }
}
