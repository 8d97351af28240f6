import type { ServiceContext } from '#kit/service-context.ts'
import type { Core } from '../core/index.ts'
import { accountHandlers } from './accounts.handlers.ts'
import { onBilling } from './billing.consumer.ts'
import { onDoorbell } from './doorbell.consumer.ts'

/** Accounts as the other services see them. */
export const accounts = ({ clock }: Pick<ServiceContext<unknown>, 'clock'>, { accounts: store }: Core) => ({
  handlers: accountHandlers({ accounts: store, clock }),
  consumers: { billing: onBilling({ accounts: store }), doorbell: onDoorbell({ accounts: store }) },
})
