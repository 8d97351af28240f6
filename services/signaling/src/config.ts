import { z } from 'zod'
import { CommonConfig } from '#kit/config.ts'
import { IceServer } from '#proto/frames/media.ts'

const json = (text: string, context: z.RefinementCtx) => {
  try {
    return JSON.parse(text) as unknown
  } catch {
    context.addIssue({ code: 'custom', message: 'is not JSON' })
    return z.NEVER
  }
}

export const SignalingConfig = z.object({
  ...CommonConfig,
  REDIS_URL: z.string().min(1).describe('calls, presence, registry of nodes; all of it can be lost'),
  ICE_SERVERS: z
    .string()
    .default('[]')
    .transform(json)
    .pipe(z.array(IceServer))
    .describe('STUN and TURN servers for every transport and ICE restart, a JSON array'),
})

export type SignalingConfig = Readonly<z.output<typeof SignalingConfig>>
