/** What a resident changes of their own account (spec section 2, Settings). */
import { pipeline } from 'node:stream/promises'
import type { BytesHandlersOf } from '#kit/bytes.ts'
import { Answer, type SomeHandlersOf } from '#kit/handlers.ts'
import { readBody } from '#kit/read-body.ts'
import { Refusal } from '#kit/refusal.ts'
import { PICTURE_BYTES } from '#proto/limits.ts'
import { type ChangeEmailNeeds, changeEmail } from '../domain/change-email.ts'
import { keepPicture, type PictureNeeds, removePicture } from '../domain/picture.ts'
import { changeProfile } from '../domain/profile.ts'
import { residentOf } from './accounts.ts'

export function profileHandlers(
  needs: ChangeEmailNeeds & PictureNeeds,
): SomeHandlersOf<'auth', 'change_profile' | 'change_email' | 'remove_picture'> {
  return {
    change_profile: async ({ input, caller }) => {
      const user = await changeProfile(needs.accounts, residentOf(caller), input)
      return input.language ? new Answer(user, { cookies: { language: input.language } }) : user
    },
    change_email: async ({ input, caller }) => {
      if (!caller.resident) throw new Refusal('unauthenticated')
      await changeEmail(needs, input, { ...caller, resident: caller.resident })
      return {}
    },
    remove_picture: async ({ caller }) => {
      await removePicture(needs, residentOf(caller))
      return {}
    },
  }
}

export function pictureHandlers(needs: PictureNeeds): BytesHandlersOf<'auth'> {
  return {
    put_picture: async ({ caller, request, response }) => {
      const userId = residentOf(caller)
      if (!/^image\/(jpe?g|png)\b/.test(request.headers['content-type'] ?? '')) throw new Refusal('media_type')
      await keepPicture(needs, userId, await readBody(request, PICTURE_BYTES, 'too_large'))
      response.writeHead(204).end()
    },
    picture: async ({ caller, request, response }) => {
      const picture = (await needs.accounts.byId(residentOf(caller)))?.picture
      if (!picture) throw new Refusal('not_found')
      // Asked for anew each time, because the next one at this browser may be somebody else; unchanged costs no bytes.
      const headers = { etag: `"${picture}"`, 'cache-control': 'private, no-cache' }
      if (request.headers['if-none-match'] === headers.etag) return void response.writeHead(304, headers).end()
      const file = await needs.pictures.open(picture)
      if (!file) throw new Refusal('not_found')
      response.writeHead(200, { ...headers, 'content-type': 'image/jpeg', 'content-length': file.size })
      await pipeline(file.stream, response)
    },
  }
}
