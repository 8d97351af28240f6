/** The operator's own pages about the service (docs/product/decisions.md, 43), in the order in which they are shown. */
const LEGAL_LINKS = ['imprint', 'privacy', 'terms'] as const
type LegalLinkName = (typeof LEGAL_LINKS)[number]

/** Absolute http(s) URLs; one that the operator has not set is absent. */
export type LegalLinks = { readonly [Name in LegalLinkName]?: string | undefined }

/** The links that are set. */
export const legalLinksSet = (links: LegalLinks): { readonly name: LegalLinkName; readonly url: string }[] =>
  LEGAL_LINKS.flatMap((name) => {
    const url = links[name]
    return url === undefined ? [] : [{ name, url }]
  })

/** The meta elements by which the gateway gives the resident's page the links. */
export const legalMetaName = (name: LegalLinkName): string => `legal-${name}`

/** @param contentOf the content of the meta element of this name, undefined where there is none */
export const readLegalLinks = (contentOf: (name: string) => string | undefined): LegalLinks =>
  Object.fromEntries(LEGAL_LINKS.map((name) => [name, contentOf(legalMetaName(name))]))
