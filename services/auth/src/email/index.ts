import type { ServiceContext } from '#kit/service-context.ts'
import type { Core } from '../core/index.ts'
import type { Mailing } from '../mails/index.ts'
import type { SigningIn } from '../sign-in/index.ts'
import { changeEmailHandlers, emailUndoHandlers, verificationHandlers } from './email.handlers.ts'
import { createEmailChanges } from './email-changes.store.ts'
import { createEmailUndos } from './email-undos.store.ts'
import { createVerifications } from './verifications.store.ts'

/** The account's address: confirmed by a mailed link, changed, and taken back within 72 hours. */
export function email(
  { clock }: Pick<ServiceContext<unknown>, 'clock'>,
  { db, outbox, accounts, live, hashName, publicUrl, sendsMails }: Core,
  { sendMailsSoon }: Mailing,
  { reauthenticate }: SigningIn,
) {
  const verifications = createVerifications(db, sendsMails, hashName)
  const linking = { clock, publicUrl, sendMailsSoon }
  return {
    handlers: {
      ...verificationHandlers({ ...linking, verifications, accounts, outbox, live }),
      ...changeEmailHandlers({
        ...{ ...linking, verifications, accounts, reauthenticate },
        emailChanges: createEmailChanges(db, sendsMails, hashName),
      }),
      ...emailUndoHandlers({ ...linking, outbox, live, emailUndos: createEmailUndos(db, sendsMails) }),
    },
    verifications,
  }
}
