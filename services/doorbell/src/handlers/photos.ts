/** The photo's bytes, piped over HTTP (architecture: bytes never travel on NATS). */
import { pipeline } from 'node:stream/promises'
import type { BytesHandlersOf } from '#kit/bytes.ts'
import { readBody } from '#kit/read-body.ts'
import { Refusal } from '#kit/refusal.ts'
import { PHOTO_BYTES } from '#proto/limits.ts'
import { type AccessDeps, holdsVisit, ringNamed, ringOfVisitor } from '../domain/access.ts'
import { checkJpeg, checkTakesPhoto, type PhotoFiles } from '../domain/keep-photo.ts'
import type { PhotoQueue } from '../domain/photo-queue.ts'

export type PhotoHandlerDeps = AccessDeps & { readonly files: PhotoFiles; readonly queue: PhotoQueue }

export function photos(deps: PhotoHandlerDeps): Pick<BytesHandlersOf<'doorbell'>, 'put_photo' | 'photo'> {
  return {
    put_photo: async ({ input, caller, request, response }) => {
      const ring = await ringOfVisitor(deps, input.id, caller)
      checkTakesPhoto(ring)
      if (!/^image\/jpe?g\b/.test(request.headers['content-type'] ?? '')) throw new Refusal('media_type')
      const bytes = await readBody(request, PHOTO_BYTES, 'photo_invalid')
      checkJpeg(bytes)
      if (!ring.photo) {
        await deps.files.putRaw(ring.id, bytes)
        if (!deps.queue.add(ring.id, caller.address)) {
          await deps.files.dropRaw(ring.id)
          throw new Refusal('unavailable', { retryAfterSeconds: 5 })
        }
      }
      response.writeHead(204).end()
    },
    photo: async ({ input, caller, response }) => {
      const ring = await ringNamed(deps, input.id)
      if (caller.resident?.userId !== ring.ownerId && !holdsVisit(caller, ring.id)) throw new Refusal('not_found')
      const file = ring.photo ? await deps.files.open(ring.photo) : undefined
      if (!file) throw new Refusal('not_found')
      response.writeHead(200, { 'content-type': 'image/jpeg', 'content-length': file.size, 'cache-control': 'private, no-store' })
      await pipeline(file.stream, response)
    },
  }
}
