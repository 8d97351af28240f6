import { legalLinksOf } from '#kit/legal-config.ts'
import type { ServiceContext } from '#kit/service-context.ts'
import type { Core } from '../core/index.ts'
import { authMetrics } from '../metrics.ts'
import { createAccountAddresses } from './account-addresses.store.ts'
import { openMailSender } from './mail-sender.adapter.ts'
import { mailHandlers } from './mails.handlers.ts'
import { mailJobs, SEND_MAILS } from './mails.job.ts'
import { createMails } from './mails.store.ts'
import { sendAllDueMails } from './mails.ts'

type Context = ServiceContext<Parameters<typeof openMailSender>[0] & Parameters<typeof legalLinksOf>[0]>

/** Every mail of the product: written with the rows it belongs to, sent afterwards. */
export async function mails(context: Context, { db, pool, accounts, publicUrl, sendsMails }: Core) {
  const { clock, log, config } = context
  const store = createMails(db, pool, sendsMails, legalLinksOf(config))
  const sender = await openMailSender(config, publicUrl)
  /** Dependencies of features that write mails. */
  const mailing = { mails: store, addresses: createAccountAddresses(db), sendMailsSoon: () => context.wake(SEND_MAILS) }
  return {
    handlers: mailHandlers({ accounts, clock, publicUrl, showsMails: !sendsMails, ...mailing }),
    jobs: mailJobs(sender && (() => sendAllDueMails({ mails: store, sender, clock, log }))),
    metrics: authMetrics({ mails: store }),
    mailing,
  }
}

export type Mailing = Awaited<ReturnType<typeof mails>>['mailing']
