/** What a resident changes of their own account (docs/product/specification.md, 2, Settings). */
import { AppError } from '#kit/app-error.ts'
import { BodyMemory } from '#kit/body-memory.ts'
import type { BytesHandlersOf } from '#kit/bytes.ts'
import { Answer, residentOf, type SomeHandlersOf } from '#kit/handlers.ts'
import { readBody } from '#kit/read-body.ts'
import { sendStream } from '#kit/send-stream.ts'
import { PICTURE_BYTES } from '#proto/limits.ts'
import type { Accounts } from '../core/ports.ts'
import { currentUser } from './current-user.ts'
import { type PictureDeps, removePicture, savePicture } from './picture.ts'
import { changeProfile } from './profile.ts'

/** A dozen of the largest pictures; assembling a body takes its size a second time. The chart gives this process 512 MiB. */
const HELD_BYTES = 12 * PICTURE_BYTES

export const profileHandlers = (
  deps: Parameters<typeof currentUser>[0] & Omit<PictureDeps, 'resizeAvatar'> & { readonly accounts: Pick<Accounts, 'changeProfile'> },
): SomeHandlersOf<'auth', 'user' | 'change_profile' | 'remove_picture'> => ({
  user: ({ caller }) => currentUser(deps, caller),
  change_profile: async ({ input, caller }) => {
    const user = await changeProfile(deps.accounts, residentOf(caller).userId, input)
    return input.language ? new Answer(user, { cookies: { language: input.language } }) : user
  },
  remove_picture: async ({ caller }) => {
    await removePicture(deps, residentOf(caller).userId)
    return {}
  },
})

export function pictureBytes(deps: PictureDeps): Pick<BytesHandlersOf<'auth'>, 'put_picture' | 'picture'> {
  const memory = new BodyMemory(HELD_BYTES)
  return {
    put_picture: async ({ caller, request, response }) => {
      const { userId } = residentOf(caller)
      if (!/^image\/(jpe?g|png)\b/.test(request.headers['content-type'] ?? '')) throw new AppError('media_type')
      await memory.hold(`user ${userId}`, async (held) =>
        savePicture(deps, userId, await readBody(request, PICTURE_BYTES, 'too_large', held)),
      )
      response.writeHead(204).end()
    },
    picture: async ({ caller, request, response }) => {
      const picture = (await deps.accounts.byId(residentOf(caller).userId))?.picture
      if (!picture) throw new AppError('not_found')
      // Revalidated each time, because another user may sign in to this browser; an unchanged picture is a 304.
      const headers = {
        etag: `"${picture}"`,
        'cache-control': 'private, no-cache',
        'content-disposition': 'inline; filename="picture.jpg"',
      }
      if (request.headers['if-none-match'] === headers.etag) return void response.writeHead(304, headers).end()
      const file = await deps.pictures.open(picture)
      if (!file) throw new AppError('not_found')
      response.writeHead(200, { ...headers, 'content-type': 'image/jpeg', 'content-length': file.size })
      await sendStream(file.stream, response)
    },
  }
}
