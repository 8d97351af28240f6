import { z } from 'zod'
import { CommonConfig, Flag, Keys, Milliseconds } from '#kit/config.ts'
import { requireHttps } from '#kit/encryption.ts'
import { FilesConfig, needFilesConfig } from '#kit/file-store.ts'
import { PublicUrl } from '#kit/public-url.ts'
import { RECORDING, TIME } from '#proto/limits.ts'

export const DoorbellConfig = z
  .object({
    ...CommonConfig,
    ...FilesConfig,
    EMBEDDED: Flag.describe('set by the embedded start, which knows its own address'),
    PUBLIC_URL: PublicUrl.optional().describe('the product’s public address, with which links of invites begin; required in production'),
    DATABASE_URL: z.string().min(1).describe('Postgres, this service’s own database'),
    VISITOR_TOKEN_KEY: Keys.describe('signs the visitor’s cookie; the gateway verifies it; new,old while it is changed'),
    INTERNAL_KEY: Keys.describe('verifies the gateway’s requests for bytes; new,old while it is changed'),
    RING_LIFE_MS: Milliseconds.max(TIME.ringLifeMost).default(TIME.ringLife).describe('how long a ring is live'),
    FORGET_EVERY_MS: Milliseconds.default(60_000).describe('how often expired data is deleted'),
    FFMPEG_BIN: z.string().optional().describe('makes the films of recorded calls; without it calls are not recorded'),
    FFPROBE_BIN: z.string().optional().describe('checks them; it comes with ffmpeg'),
    FILMS_NICE: z.coerce.number().int().min(0).max(19).default(19).describe('priority of making films: 19 is the lowest'),
    RECORDING_ACCOUNT_BYTES: z.coerce
      .number()
      .int()
      .positive()
      .default(RECORDING.accountBytes)
      .describe("an account's recordings together"),
    RECORDING_FREE_BYTES: z.coerce
      .number()
      .int()
      .min(0)
      .default(RECORDING.freeBytes)
      .describe('no recording starts with less free space in FILES_DIR'),
    RING_COOLDOWN_MS: Milliseconds.default(TIME.ringCooldown).describe('after a miss, until Call Again opens'),
  })
  .superRefine(needFilesConfig)
  .superRefine((config, context) => requireHttps(config, context, 'public-url', 'PUBLIC_URL'))
  .superRefine((config, context) => {
    if (config.PUBLIC_URL === undefined && config.NODE_ENV === 'production' && !config.EMBEDDED)
      context.addIssue({ code: 'custom', path: ['PUBLIC_URL'], message: 'is required in production' })
  })
export type DoorbellConfig = Readonly<z.output<typeof DoorbellConfig>>
