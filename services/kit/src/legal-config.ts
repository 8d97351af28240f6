/** The operator's legal pages, to which the gateway's pages and auth's mails link (docs/product/decisions.md, 43). */
import { z } from 'zod'
import type { LegalLinks } from '#proto/legal-links.ts'

export const LegalUrl = z.url({ protocol: /^https?$/ }).optional()

/** Keys of both services. */
export const LegalConfig = {
  LEGAL_IMPRINT_URL: LegalUrl.describe('the operator’s imprint; pages for strangers and mails link to it'),
  LEGAL_PRIVACY_URL: LegalUrl.describe('the operator’s privacy notice; pages for strangers and mails link to it'),
} as const

type Config = { readonly [Key in keyof typeof LegalConfig | 'LEGAL_TERMS_URL']?: string | undefined }

export const legalLinksOf = ({ LEGAL_IMPRINT_URL: imprint, LEGAL_PRIVACY_URL: privacy, LEGAL_TERMS_URL: terms }: Config): LegalLinks => ({
  imprint,
  privacy,
  terms,
})
