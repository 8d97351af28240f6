/** The configuration chooses where files are kept (record 0012). */
import { z } from 'zod'
import type { Clock } from './clock.ts'
import { EncryptionConfig, requireHttps } from './encryption.ts'
import type { Files } from './files.ts'
import { openFolder } from './files-local.ts'
import { openBucket } from './files-s3.ts'
import type { Log } from './log.ts'

/** Keys of every service that stores files. */
export const FilesConfig = {
  FILES: z.enum(['local', 's3']).default('local').describe('where files are kept: a folder here, or an S3-compatible store'),
  FILES_DIR: z.string().optional().describe('the folder, needed with FILES=local'),
  S3_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('the store’s address without the bucket, needed with FILES=s3'),
  S3_BUCKET: z.string().optional().describe('needed with FILES=s3; must exist'),
  S3_REGION: z.string().default('us-east-1').describe('what the store’s signatures name'),
  S3_ACCESS_KEY: z.string().optional().describe('needed with FILES=s3'),
  S3_SECRET_KEY: z.string().optional().describe('needed with FILES=s3'),
  ...EncryptionConfig,
} as const
type FilesConfig = z.output<z.ZodObject<typeof FilesConfig>>

const NEEDED = { local: ['FILES_DIR'], s3: ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY', 'S3_SECRET_KEY'] } as const

/** For `superRefine` of a service's configuration: requires the keys of the chosen store. */
export function needFilesConfig(
  config: FilesConfig & { readonly NODE_ENV: string; readonly EMBEDDED: boolean },
  context: z.RefinementCtx,
): void {
  for (const key of NEEDED[config.FILES])
    if (!config[key]) context.addIssue({ code: 'custom', path: [key], message: `is needed with FILES=${config.FILES}` })
  if (config.FILES === 's3') requireHttps(config, context, 's3', 'S3_ENDPOINT')
}

/** @throws when the folder cannot be created; an unreachable bucket is only logged, because rings do not need files */
export function openFiles(config: FilesConfig, clock: Clock, log: Log): Promise<Files> {
  const { FILES_DIR = '', S3_ENDPOINT = '', S3_BUCKET = '', S3_ACCESS_KEY = '', S3_SECRET_KEY = '' } = config
  if (config.FILES === 'local') return openFolder(FILES_DIR, clock)
  const keys = { accessKey: S3_ACCESS_KEY, secretKey: S3_SECRET_KEY }
  return openBucket({ endpoint: S3_ENDPOINT, bucket: S3_BUCKET, region: config.S3_REGION, ...keys }, log)
}
