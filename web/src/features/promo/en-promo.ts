/** The offer of Premium on the dashboard, in English. */
export const promoTexts = {
  full: "See who's there and talk to them",
  features: 'Video and audio calls, multiple QR codes and 30 days of storage.',
  price: (price: string) => `${price}/month.`,
  fullButton: 'Upgrade to Premium',
  compact: 'Answer by video',
  compactText: (price: string) => `Premium, ${price}/month`,
  compactButton: 'Upgrade',
} as const
