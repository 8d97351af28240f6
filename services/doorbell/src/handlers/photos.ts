/** The photo's bytes over HTTP (architecture: bytes never travel on NATS). */
import { AppError } from '#kit/app-error.ts'
import type { BytesHandlersOf } from '#kit/bytes.ts'
import { readBody } from '#kit/read-body.ts'
import { sendStream } from '#kit/send-stream.ts'
import { PHOTO_BYTES } from '#proto/limits.ts'
import { type AccessDeps, holdsRing, ringNamed, ringOfVisitor } from '../domain/access.ts'
import type { PhotoQueue } from '../domain/photo-queue.ts'
import { checkJpeg, checkTakesPhoto, type PhotoFiles } from '../domain/store-photo.ts'

export type PhotoHandlerDeps = AccessDeps & { readonly files: PhotoFiles; readonly queue: PhotoQueue }

export function photos(deps: PhotoHandlerDeps): Pick<BytesHandlersOf<'doorbell'>, 'put_photo' | 'photo'> {
  return {
    put_photo: async ({ input, caller, request, response }) => {
      const ring = await ringOfVisitor(deps, input.id, caller)
      checkTakesPhoto(ring)
      if (!/^image\/jpe?g\b/.test(request.headers['content-type'] ?? '')) throw new AppError('media_type')
      const bytes = await readBody(request, PHOTO_BYTES, 'photo_invalid')
      checkJpeg(bytes)
      if (!ring.photo) {
        await deps.files.putRaw(ring.id, bytes)
        if (!deps.queue.add(ring.id, caller.address)) {
          await deps.files.dropRaw(ring.id)
          throw new AppError('unavailable', { retryAfterSeconds: 5 })
        }
      }
      response.writeHead(204).end()
    },
    photo: async ({ input, caller, response }) => {
      const ring = await ringNamed(deps, input.id)
      if (caller.resident?.userId !== ring.ownerId && !holdsRing(caller, ring.id)) throw new AppError('not_found')
      const file = ring.photo ? await deps.files.open(ring.photo) : undefined
      if (!file) throw new AppError('not_found')
      response.writeHead(200, {
        'content-type': 'image/jpeg',
        'content-length': file.size,
        'content-disposition': 'inline; filename="photo.jpg"',
        'cache-control': 'private, no-store',
      })
      await sendStream(file.stream, response)
    },
  }
}
