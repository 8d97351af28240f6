/** English: what stands in the pages' own markup before any script, and which language that is. */
export const pageTexts = {
  language: 'en',
  product: 'Digital Doorbell',
  noScript: "The resident's side of the doorbell needs JavaScript. Visitors can ring without it.",
} as const
