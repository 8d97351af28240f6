/** English: the texts in the pages' markup before any script, and their language. */
export const pageTexts = {
  language: 'en',
  product: 'Digital Doorbell',
  noScript: "The resident's side of the doorbell needs JavaScript. Visitors can ring without it.",
} as const
