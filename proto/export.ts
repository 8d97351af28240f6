/** The export of an account: services return one kind of rows at a time, in pages far below the size limit of a message. */
import { z } from 'zod'

/** The kinds of each service, in the order of the file. */
export const EXPORT_KINDS = {
  doorbell: [
    'preferences',
    'doors',
    'rings',
    'messages',
    'calls',
    'films',
    'timeline',
    'contacts',
    'invites',
    'notifications',
    'visitRequests',
    'blocks',
    'members',
    'invitations',
    'homes',
  ],
  billing: ['plan', 'grants', 'subscriptions'],
  security: ['logins', 'alerts'],
  notify: ['devices', 'pushes', 'webhooks'],
} as const

export const ExportPage = z.object({ userId: z.int(), kind: z.string(), after: z.string().optional() })
export type ExportPage = z.infer<typeof ExportPage>

/** `next`: the `after` of the next page; absent on the last. */
export const ExportedPage = z.object({ rows: z.array(z.record(z.string(), z.unknown())), next: z.string().optional() })
export type ExportedPage = z.infer<typeof ExportedPage>
/** Rows of one page: fifty messages of 2,000 characters, each escaped in six bytes, are 600 kB. */
export const EXPORT_ROWS = 50
