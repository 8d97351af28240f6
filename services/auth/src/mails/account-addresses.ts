import type { MailKind } from '../core/mail-kinds.ts'
import type { MailLimit } from '../core/mail-limits.ts'

/** Where an account's security mails go: its address, and within 72 h of a change the old one. */
export interface AccountAddresses {
  /** @returns verified addresses only: others may belong to a stranger */
  of(userId: number, now: Date): Promise<{ readonly email: string; readonly language: string | null }[]>
  /**
   * @param userId whose mails are counted; by default those of all accounts
   * @returns milliseconds until the address may get another mail of this kind; 0 when now
   */
  waitFor(email: string, kind: MailKind, limit: MailLimit, userId?: number): Promise<number>
}
