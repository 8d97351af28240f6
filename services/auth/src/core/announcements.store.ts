import type pg from 'pg'
import { insertOutbox } from '#kit/outbox.ts'
import { execute } from '#kit/postgres.ts'
import { INSERT_MAIL } from './announcements.sql.ts'
import type { Announcement, Mail } from './ports.ts'

export type InsertMails = (client: pg.PoolClient, mails: readonly Mail[]) => Promise<void>

/** @param sends whether mails are sent by SMTP; otherwise they stay in the mailbox */
export const createInsertMails =
  (sends: boolean): InsertMails =>
  async (client, mails) => {
    for (const mail of mails) await execute(client, INSERT_MAIL, { ...mail, html: mail.html ?? null, nextAt: sends ? mail.at : null })
  }

/** Writes the events and mails of a change in its transaction. */
export async function insertAnnouncement(client: pg.PoolClient, insertMails: InsertMails, { events, mails }: Announcement): Promise<void> {
  await insertOutbox(client, events)
  await insertMails(client, mails)
}
