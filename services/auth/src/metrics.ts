/** Metrics of auth's domain; kit counts operations, events and jobs. */
import { countEvents, type DomainMetric, gauge } from '#kit/metrics.ts'

export const authMetrics = ({ mails }: { readonly mails: { waiting(): Promise<number> } }): readonly DomainMetric[] => [
  countEvents({ name: 'doorbell_users_registered_total', help: 'Accounts that were registered', event: 'auth.user_registered' }),
  countEvents({
    name: 'doorbell_logins_succeeded_total',
    help: 'Log-ins with the right password, by whether the account knows the device',
    event: 'auth.login_succeeded',
    labels: ['deviceKnown'],
  }),
  countEvents({
    name: 'doorbell_logins_failed_total',
    help: 'Failed log-ins, by whether the account knows the device',
    event: 'auth.login_failed',
    labels: ['deviceKnown'],
  }),
  countEvents({
    name: 'doorbell_factor_changes_total',
    help: 'Changes of second factors and their recovery, by kind',
    event: 'auth.factor_changed',
    labels: ['change'],
  }),
  gauge({
    name: 'doorbell_mails_waiting',
    help: 'Mails that will be sent, or sent again; the same in every copy: use max, not sum',
    read: mails.waiting,
  }),
]
