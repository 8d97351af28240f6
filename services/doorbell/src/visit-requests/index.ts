import type { ServiceContext } from '#kit/service-context.ts'
import type { SigningKeys } from '#kit/signing-keys.ts'
import type { BlockFeature } from '../blocks/index.ts'
import type { Core } from '../core/index.ts'
import type { DoorFeature } from '../doors/index.ts'
import type { NotificationFeature } from '../notifications/index.ts'
import { createPassMail } from './mail.client.ts'
import { visitRequestHandlers } from './visit-requests.handlers.ts'
import { visitRequestJobs } from './visit-requests.job.ts'
import { createVisitRequests } from './visit-requests.store.ts'
import { mailPasses } from './visit-requests.ts'

/** Appointments that visitors request, and their passes. */
export function visitRequests(
  { config, bus }: ServiceContext<{ readonly VISITOR_TOKEN_KEY: SigningKeys }>,
  { pool, db }: Core,
  { notifying }: NotificationFeature,
  { doors, closedDoorError }: DoorFeature,
  { blocks }: BlockFeature,
) {
  const passing = { requests: createVisitRequests(pool, db), mail: createPassMail(bus), visitorTokenKeys: config.VISITOR_TOKEN_KEY }
  return {
    handlers: visitRequestHandlers({ ...notifying, ...passing, doors, closedDoorError, blocks }),
    jobs: visitRequestJobs(() => mailPasses(passing)),
  }
}
