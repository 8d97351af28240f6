/** Metrics of security's domain; kit counts operations, events and jobs. */
import { countEvents, type DomainMetric, gauge } from '#kit/metrics.ts'

type Deps = {
  readonly blocks: { countActive(now: Date): Promise<number> }
  readonly clock: { now(): Date }
}

export const securityMetrics = ({ blocks, clock }: Deps): readonly DomainMetric[] => [
  countEvents({
    name: 'doorbell_addresses_blocked_total',
    help: 'Addresses that were blocked from logging in',
    event: 'security.address_blocked',
  }),
  countEvents({
    name: 'doorbell_addresses_unblocked_total',
    help: 'Addresses that the operator unblocked',
    event: 'security.address_unblocked',
  }),
  countEvents({
    name: 'doorbell_addresses_lifted_total',
    help: 'Blocks that owners lifted for their own account',
    event: 'security.address_lifted',
  }),
  gauge({
    name: 'doorbell_blocks_active',
    help: 'Addresses that are blocked now; the same in every copy: use max, not sum',
    read: () => blocks.countActive(clock.now()),
  }),
]
