/** English: the texts in the pages' markup before any script, and their language. */
export const pageTexts = {
  language: 'en',
  product: 'Digital Doorbell',
  noScript: 'This page needs JavaScript. Turn it on in your browser settings. Visitors can ring without it.',
} as const
