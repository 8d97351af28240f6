/** English: the links to the operator's own pages about the service. */
export const legalTexts = {
  label: 'Legal information',
  imprint: 'Imprint',
  privacy: 'Privacy',
  terms: 'Terms',
} as const
