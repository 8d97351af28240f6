import type { ServiceContext } from '#kit/service-context.ts'
import type { Core } from '../core/index.ts'
import type { Mailing } from '../mails/index.ts'
import { supportHandlers } from './support.handlers.ts'

type Context = ServiceContext<{ readonly SUPPORT_EMAIL?: string | undefined }>

/** Questions of residents to the operator. */
export const support = ({ clock, config }: Context, { accounts }: Core, { mails, addresses, sendMailsSoon }: Mailing) => ({
  handlers: supportHandlers({ clock, accounts, mails, addresses, sendMailsSoon, supportEmail: config.SUPPORT_EMAIL }),
})
