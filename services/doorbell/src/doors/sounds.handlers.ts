/** The sound's bytes over HTTP (record 0008). */
import { AppError } from '#kit/app-error.ts'
import { BodyMemory } from '#kit/body-memory.ts'
import type { BytesHandlersOf } from '#kit/bytes.ts'
import { residentOf } from '#kit/handlers.ts'
import { readBody } from '#kit/read-body.ts'
import { sendStream } from '#kit/send-stream.ts'
import { SOUND_BYTES } from '#proto/limits.ts'
import { type DoorDeps, doorOf } from './manage-doors.ts'
import { findDoorForSound, type SoundFiles, storeSound } from './store-sound.ts'

/** Uploads at the same time are rare. */
const HELD_BYTES = 20 * SOUND_BYTES

export function soundBytes(deps: DoorDeps & { readonly soundFiles: SoundFiles }): Pick<BytesHandlersOf<'doorbell'>, 'put_sound' | 'sound'> {
  const memory = new BodyMemory(HELD_BYTES)
  return {
    put_sound: async ({ input, caller, request, response }) => {
      const { userId } = residentOf(caller)
      const door = await findDoorForSound(deps, userId, input.id)
      if (!/^audio\/(mpeg|mp3)\b/.test(request.headers['content-type'] ?? '')) throw new AppError('media_type')
      await memory.hold(`user ${userId}`, async (held) => storeSound(deps, door, await readBody(request, SOUND_BYTES, 'too_large', held)))
      response.writeHead(204).end()
    },
    sound: async ({ input, caller, response }) => {
      const { soundFile } = await doorOf(deps, residentOf(caller).userId, input.id)
      const file = soundFile ? await deps.soundFiles.open(soundFile) : undefined
      if (!file) throw new AppError('not_found')
      // The URL contains the upload's name (`v`), so a new sound has a new URL.
      response.writeHead(200, {
        'content-type': 'audio/mpeg',
        'content-length': file.size,
        'content-disposition': 'inline; filename="sound.mp3"',
        'cache-control': 'private, max-age=86400',
      })
      await sendStream(file.stream, response)
    },
  }
}
