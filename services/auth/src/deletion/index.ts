import { deleteEventsOf } from '#kit/outbox.ts'
import type { ServiceContext } from '#kit/service-context.ts'
import type { Core } from '../core/index.ts'
import type { Mailing } from '../mails/index.ts'
import type { PictureFiles } from '../profile/picture.ts'
import type { SigningIn } from '../sign-in/index.ts'
import { advanceDeletions } from './delete-account.ts'
import { deletionHandlers } from './deletion.handlers.ts'
import { DELETE_ACCOUNTS, deletionJobs } from './deletion.job.ts'
import { createDeletionSteps } from './deletion-steps.client.ts'
import { createDeletions } from './deletions.store.ts'
import { deleteExpired } from './expired-rows.store.ts'

type Others = Pick<Mailing, 'sendMailsSoon'> & Pick<SigningIn, 'reauthenticate' | 'spendCode'> & { readonly pictures: PictureFiles }

/** The deletion of an account in every service (record 0046), and of expired rows. */
export async function deletion(context: ServiceContext<unknown>, core: Core, others: Others) {
  const { clock, log, bus } = context
  const { db, pool, outbox, live, accounts, hashName, sendsMails } = core
  const { sendMailsSoon, reauthenticate, spendCode, pictures } = others
  const events = await context.openEvents()
  const eraseEvents = async (userId: number) => {
    await deleteEventsOf(pool, userId)
    await events.erase(userId)
    await events.deadLetters.erase(userId)
  }
  const deps = {
    ...{ clock, log, outbox, live, pictures, sendMailsSoon },
    deletions: createDeletions(db, sendsMails, hashName),
    deletionSteps: createDeletionSteps(bus, eraseEvents),
    deleteSoon: () => context.wake(DELETE_ACCOUNTS),
  }
  return {
    handlers: deletionHandlers({ ...deps, accounts, reauthenticate, spendCode }),
    jobs: deletionJobs({ advanceDeletions: () => advanceDeletions(deps), deleteExpired: () => deleteExpired(db, clock.now()) }),
  }
}
