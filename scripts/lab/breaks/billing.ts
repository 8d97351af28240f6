import { type Break, lines } from './break.ts'

export const BREAKS: readonly Break[] = [
  {
    name: 'plan-change-needs-every-service',
    file: 'services/billing/src/plans/grants.ts',
    find: "deps.log.warn({ service: services[index], userId: change.userId }, 'tier copy not updated, event follows')",
    replace: "throw new Error('tier copy not updated')",
    tests: ['services/gateway/test/services-come-and-go.test.ts'],
  },
  {
    name: 'tier-change-has-no-outbox-row',
    file: 'services/billing/src/plans/plans.store.ts',
    find: 'await tx.outbox.create({ data: { id: envelope.id, name: envelope.name, at: envelope.at, data: envelope.data } })',
    replace: '',
    tests: ['services/billing/test/plans.test.ts'],
  },
  {
    name: 'second-grant-fails',
    file: 'services/billing/src/plans/plans.store.ts',
    find: lines(
      'const living = await tx.grant.findFirst({ where: { userId, revokedAt: null } })',
      '        const row = living ?? (await tx.grant.create({ data: { userId, grantedBy: by, grantedAt: now } }))',
    ),
    replace: 'const row = await tx.grant.create({ data: { userId, grantedBy: by, grantedAt: now } })',
    tests: ['services/billing/test/plans.test.ts'],
  },
]
