/** Files in an S3-compatible bucket, path style (https://docs.aws.amazon.com/AmazonS3/latest/API/). */
import { openAsBlob } from 'node:fs'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { S3mini } from 's3mini'
import { AppError } from './app-error.ts'
import { checkFileName, type Files, type ListedFile, type OpenFile } from './files.ts'
import type { Log } from './log.ts'

export type Bucket = {
  readonly endpoint: string
  readonly bucket: string
  readonly region: string
  readonly accessKey: string
  readonly secretKey: string
}

/** Until the response's headers arrive; a long body may take longer. */
const ANSWER_MS = 15_000
const PAGE = 1_000
const EXPIRES = 'x-amz-meta-expires-at'
/** Sent with every object: some stores keep a replaced object's metadata where the new one has none. */
const NEVER = 'never'

/** Resolves also when the bucket cannot be reached yet: that is logged, and each request throws `unavailable`. */
export async function openBucket(bucket: Bucket, log: Log): Promise<Files> {
  const s3 = new S3mini({
    endpoint: `${bucket.endpoint.replace(/\/+$/, '')}/${bucket.bucket}`,
    region: bucket.region,
    accessKeyId: bucket.accessKey,
    secretAccessKey: bucket.secretKey,
    fetch: fetchInTime,
  })
  const withErrorLog = async <T>(action: string, work: Promise<T>): Promise<T> => {
    try {
      return await work
    } catch (err) {
      log.error({ err, bucket: bucket.bucket, action }, 'file store request failed')
      throw new AppError('unavailable', { retryAfterSeconds: 5 })
    }
  }
  await s3.listObjectsPaged('/', '', 1).then(
    (page) => page ?? log.error({ bucket: bucket.bucket }, 'file store bucket not found'),
    (err: unknown) => log.error({ err, bucket: bucket.bucket }, 'file store unreachable'),
  )
  return {
    put: async (name, bytes, { type, expiresAt }) => {
      checkFileName(name)
      const facts = { [EXPIRES]: expiresAt?.toISOString() ?? NEVER } as const
      // In one piece: the client sends a stream in parts, and a part that fails after the stream failed is an unhandled rejection.
      const whole = bytes instanceof Readable ? await buffer(bytes) : bytes
      await withErrorLog('put', s3.putAnyObject(name, whole, type, undefined, facts))
    },
    putFile: async (name, path, { type, expiresAt }) => {
      checkFileName(name)
      const facts = { [EXPIRES]: expiresAt?.toISOString() ?? NEVER } as const
      // Read from disk and sent in parts, so that a film of an hour is not held in memory.
      const blob = await openAsBlob(path)
      await withErrorLog('put', s3.putAnyObject(name, blob, type, undefined, facts))
    },
    open: async (name, part) => {
      checkFileName(name)
      // The client's end of a range is not included.
      const asked = part ? s3.getObjectRaw(name, false, part.from, part.to + 1).catch(nullIfMissing) : s3.getObjectResponse(name)
      const answer = await withErrorLog('open', asked)
      return answer ? readAnswer(answer) : undefined
    },
    drop: async (name) => {
      checkFileName(name)
      await withErrorLog('drop', s3.deleteObject(name))
    },
    list: (folder) => listBucket(s3, folder, withErrorLog),
  }
}

async function fetchInTime(input: Parameters<typeof fetch>[0], init?: RequestInit): Promise<Response> {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(new Error('file store timeout')), ANSWER_MS)
  try {
    return await fetch(input, { ...init, redirect: 'error', signal: late.signal })
  } finally {
    clearTimeout(timer)
  }
}

function nullIfMissing(error: unknown): null {
  if ((error as { readonly status?: number }).status === 404) return null
  throw error
}

function readAnswer({ headers, body }: Response): OpenFile {
  const whole = /\/(\d+)$/.exec(headers.get('content-range') ?? '')?.[1]
  const expiresAt = headers.get(EXPIRES)
  return {
    size: Number(whole ?? headers.get('content-length') ?? 0),
    type: headers.get('content-type') ?? 'application/octet-stream',
    ...(expiresAt && expiresAt !== NEVER ? { expiresAt: new Date(expiresAt) } : {}),
    stream: body ? Readable.from(body, { objectMode: false }) : Readable.from([]),
  }
}

type WithErrorLog = <T>(action: string, work: Promise<T>) => Promise<T>

async function* listBucket(s3: S3mini, folder: string, withErrorLog: WithErrorLog): AsyncGenerator<ListedFile> {
  let next: string | undefined
  do {
    const page = await withErrorLog('list', s3.listObjectsPaged('/', `${folder}/`, PAGE, next))
    for (const { Key, Size, LastModified } of page?.objects ?? []) yield { name: Key, size: Size, savedAt: LastModified }
    next = page?.nextContinuationToken
  } while (next)
}
