/** The texts of each kind of mail. A mail is written once, in the language that its reader has set at that time. */
import type { MailedAlert } from '#proto/alert-kinds.ts'
import type { UnreadCounts } from '#proto/entities.ts'
import type { LegalLinks } from '#proto/legal-links.ts'
import type { MailKind } from '../core/mail-kinds.ts'

/** All but the questions to the operator, whose language is not known (ask-support.ts). */
export type CatalogueKind = Exclude<MailKind, `support.${string}`>

type AlertFacts = { readonly address: string; readonly location: string; readonly count: string }
/** Values that a kind's text needs beside a link. None is typed by a visitor; a name of a passkey or token is what its creator typed. */
export type MailParams = { readonly [K in `alert.${MailedAlert}`]: AlertFacts } & {
  readonly 'general.summary': UnreadCounts
  /** Recovery codes that still work; null where this change ended all of them. */
  readonly 'factor.codeUsed': { readonly left: number | null }
  readonly 'factor.passkeyCopied': { readonly name: string }
  readonly 'api_token.created': { readonly name: string }
  readonly 'plan.plan_ends': { readonly date: string }
}
export type ParamsOf<K extends CatalogueKind> = K extends keyof MailParams ? MailParams[K] : undefined

/** Paragraphs, each of one or several lines. */
export type MailText = {
  readonly subject: string
  readonly before: readonly string[]
  /** What the button says in HTML; in a text the link stands in a line of its own. Absent where the mail has no link. */
  readonly button?: string
  readonly after?: readonly string[]
}
export type MailTexts = {
  readonly greeting: string
  /** The operator's links at the end. */
  readonly legal: Readonly<Record<keyof LegalLinks, string>>
  readonly kinds: { readonly [K in CatalogueKind]: (params: ParamsOf<K>) => MailText }
}

export const counted = (count: number, one: string, many: string) => (count === 0 ? [] : [count === 1 ? `1 ${one}` : `${count} ${many}`])
export const list = (items: readonly string[]) => items.map((item) => `- ${item}`).join('\n')
