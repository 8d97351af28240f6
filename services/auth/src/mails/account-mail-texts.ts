/** What a language says in the mails about the account itself. */
import type { AccountMailKind } from '../core/mail-kinds.ts'

type Text = { readonly subject: string; readonly lines: (link: string) => readonly string[] }
export type AccountMailTexts = Readonly<Record<AccountMailKind, Text>>
