/** The one writer of mails: as text, and as HTML with one button. */
import { randomUUID } from 'node:crypto'
import escapeHtml from 'escape-html'
import { isLanguage, type Language } from '#proto/languages.ts'
import { type LegalLinks, legalLinksSet } from '#proto/legal-links.ts'
import { languageOf } from '../core/account.ts'
import type { Mail, OutgoingMail } from '../core/ports.ts'
import type { CatalogueKind, MailText, MailTexts, ParamsOf } from './catalogue.ts'
import { german } from './de.ts'
import { english } from './en.ts'

const TEXTS: Readonly<Record<Language, MailTexts>> = { en: english, de: german }

/** A reader of mails, and the language of the account. */
export type Addressee = { readonly email: string; readonly language: string | null }

type Envelope = {
  readonly to: string
  readonly at: Date
  readonly language?: Language | undefined
  /** Written once for one id; by default a new one. */
  readonly id?: string
  /** The link of the button; absent where the kind has none. */
  readonly link?: string
}
export type Params<K extends CatalogueKind> = ParamsOf<K> extends undefined ? [] : [params: ParamsOf<K>]

const STYLE = {
  body: 'margin:0;padding:24px;font:16px/1.5 system-ui,-apple-system,Segoe UI,Roboto,sans-serif',
  column: 'max-width:560px;margin:0 auto',
  legal: 'font-size:13px',
  button: 'display:inline-block;padding:12px 20px;border-radius:8px;background:#0b57d0;color:#ffffff;text-decoration:none;font-weight:600',
} as const

/** The end of each mail's HTML. */
const END = '\n</div></body></html>\n'

/** A mail of this kind, in the reader's language; English where it is not known. */
export function writeMail<K extends CatalogueKind>(kind: K, envelope: Envelope, ...params: Params<K>): Mail {
  const { to, at, link, language = 'en', id = randomUUID() } = envelope
  const { greeting, kinds } = TEXTS[language]
  const text = kinds[kind](params[0] as ParamsOf<K>)
  return { id, to, kind, subject: text.subject, text: asText(greeting, text, link), html: asHtml(greeting, text, link, language), at }
}

/** One mail for each reader. */
export const writeMails = <K extends CatalogueKind>(
  kind: K,
  to: readonly Addressee[],
  { at, link }: Pick<Envelope, 'at' | 'link'>,
  ...params: Params<K>
): Mail[] =>
  to.map((addressee) =>
    writeMail(kind, { to: addressee.email, language: languageOf(addressee), at, ...(link === undefined ? {} : { link }) }, ...params),
  )

const asText = (greeting: string, { before, after = [] }: MailText, link: string | undefined) =>
  `${[greeting, ...before, ...(link === undefined ? [] : [link]), ...after].join('\n\n')}\n`

/** Only elements and inline styles that mail programs support; it loads nothing. */
function asHtml(greeting: string, { subject, before, button, after = [] }: MailText, link: string | undefined, language: Language): string {
  const paragraph = (text: string) => `<p>${escapeHtml(text).replaceAll('\n', '<br>')}</p>`
  const action =
    link !== undefined && button ? [`<p><a href="${escapeHtml(link)}" style="${STYLE.button}">${escapeHtml(button)}</a></p>`] : []
  const body = [...[greeting, ...before].map(paragraph), ...action, ...after.map(paragraph)].join('\n')
  return (
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark">` +
    `<title>${escapeHtml(subject)}</title></head><body style="${STYLE.body}"><div style="${STYLE.column}">\n${body}${END}`
  )
}

/**
 * The mail with the operator's links at its end, below the delimiter of a signature (RFC 3676, 4.3). They are added when the mail is sent,
 * so that none names a page that has moved since. A question to the operator, which has no HTML, stays as it is.
 */
export function withLegalLinks<M extends Pick<OutgoingMail, 'text' | 'html'>>(mail: M, legal: LegalLinks): M {
  const links = legalLinksSet(legal)
  const language = /<html lang="(\w+)"/.exec(mail.html ?? '')?.[1]
  if (!mail.html || !isLanguage(language) || links.length === 0) return mail
  const texts = TEXTS[language].legal
  const lines = links.map(({ name, url }) => `${texts[name]}: ${url}`)
  const anchors = links.map(({ name, url }) => `<a href="${escapeHtml(url)}">${escapeHtml(texts[name])}</a>`)
  const paragraph = `<p style="${STYLE.legal}">${anchors.join(' · ')}</p>`
  return { ...mail, text: `${mail.text}\n-- \n${lines.join('\n')}\n`, html: mail.html.replace(END, () => `\n${paragraph}${END}`) }
}
