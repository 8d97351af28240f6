/** The photo's bytes over HTTP (record 0008). */
import { AppError } from '#kit/app-error.ts'
import { BodyMemory } from '#kit/body-memory.ts'
import type { BytesHandlersOf, BytesRequest } from '#kit/bytes.ts'
import { readBody } from '#kit/read-body.ts'
import { sendStream } from '#kit/send-stream.ts'
import type { SigningKeys } from '#kit/signing-keys.ts'
import { PHOTO_BYTES } from '#proto/limits.ts'
import { type AccessDeps, holdsRing, isRingOf, ringNamed, ringOfVisitor } from '../core/access.ts'
import { readPhotoLink } from '../core/photo-links.ts'
import type { Ring } from '../core/ring.ts'
import type { PhotoQueue } from './photo-queue.ts'
import { checkJpeg, checkTakesPhoto, type PhotoFiles } from './store-photo.ts'

/** Sixty of the largest photos; a phone's page sends a fifth of that. */
const HELD_BYTES = 60 * PHOTO_BYTES

type Deps = AccessDeps & { readonly files: PhotoFiles; readonly queue: PhotoQueue; readonly linkKeys: SigningKeys }

/** @throws AppError unavailable where too many wait */
async function keep({ files, queue }: Deps, ringId: number, address: string, bytes: Buffer): Promise<void> {
  await files.putRaw(ringId, bytes)
  if (queue.add(ringId, address)) return
  await files.dropRaw(ringId)
  throw new AppError('unavailable', { retryAfterSeconds: 5 })
}

export function photoBytes(deps: Deps): Pick<BytesHandlersOf<'doorbell'>, 'put_photo' | 'photo' | 'linked_photo'> {
  const memory = new BodyMemory(HELD_BYTES)
  return {
    put_photo: async ({ input, caller, request, response }) => {
      const ring = await ringOfVisitor(deps, input.id, caller)
      checkTakesPhoto(ring)
      if (!/^image\/jpe?g\b/.test(request.headers['content-type'] ?? '')) throw new AppError('media_type')
      await memory.hold(caller.address, async (held) => {
        const bytes = await readBody(request, PHOTO_BYTES, 'photo_invalid', held)
        checkJpeg(bytes)
        if (!ring.photo) await keep(deps, ring.id, caller.address, bytes)
      })
      response.writeHead(204).end()
    },
    linked_photo: async ({ input, response }) => {
      const activityId = readPhotoLink(deps.linkKeys, input.token, deps.clock.now())
      if (activityId === undefined) throw new AppError('not_found')
      const ring = await ringNamed(deps, activityId)
      await sendPhoto(deps, ring, response)
    },
    photo: async ({ input, caller, response }) => {
      const ring = await ringNamed(deps, input.id)
      const { resident } = caller
      const isOwners = resident !== undefined && (await isRingOf(deps, ring, resident))
      if (!isOwners && !holdsRing(caller, ring.id)) throw new AppError('not_found')
      await sendPhoto(deps, ring, response)
    },
  }
}

/** @throws AppError not_found */
async function sendPhoto({ files }: Deps, ring: Ring, response: BytesRequest<'doorbell.photo'>['response']): Promise<void> {
  const file = ring.photo ? await files.open(ring.photo) : undefined
  if (!file) throw new AppError('not_found')
  response.writeHead(200, {
    'content-type': 'image/jpeg',
    'content-length': file.size,
    'content-disposition': 'inline; filename="photo.jpg"',
    'cache-control': 'private, no-store',
  })
  await sendStream(file.stream, response)
}
