import type { Files } from '#kit/files.ts'
import type { ServiceContext } from '#kit/service-context.ts'
import { bind } from '../core/bound.ts'
import type { Core } from '../core/index.ts'
import type { SignedIn } from '../sessions/index.ts'
import { currentUser } from './current-user.ts'
import { pictureFiles, sweepPictures } from './picture-files.adapter.ts'
import { pictureBytes, profileHandlers } from './profile.handlers.ts'
import { profileJobs } from './profile.job.ts'
import { createResizeAvatar } from './resize-avatar.adapter.ts'

type Others = { readonly files: Files } & Pick<SignedIn, 'sessions'> & Pick<Parameters<typeof currentUser>[0], 'recoveries'>

/** The account's profile: read by a resident's pages, changed by its owner. */
export function profile({ clock }: Pick<ServiceContext<unknown>, 'clock'>, { accounts }: Core, { files, sessions, recoveries }: Others) {
  const user = { clock, accounts, sessions, recoveries }
  const pictures = pictureFiles(files)
  return {
    handlers: profileHandlers({ ...user, pictures }),
    bytes: pictureBytes({ accounts, pictures, resizeAvatar: createResizeAvatar() }),
    jobs: profileJobs({ clock, deletePictures: (before) => sweepPictures(files, before, accounts.picturesKept) }),
    currentUser: bind(currentUser, user),
    pictures,
  }
}
