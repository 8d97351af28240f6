import { statement } from '#kit/statement.ts'

export const INSERT_MAIL = statement({
  name: 'mail-insert',
  params: { id: 'uuid', to: 'text', kind: 'text', subject: 'text', text: 'text', html: 'text?', at: 'timestamptz', nextAt: 'timestamptz?' },
  sql: `INSERT INTO mails (id, "to", kind, subject, text, html, at, next_at)
VALUES (:id, :to, :kind, :subject, :text, :html, :at, :nextAt)`,
})
