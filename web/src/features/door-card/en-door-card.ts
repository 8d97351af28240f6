/** The doorbell card on the dashboard, in English. */
export const doorCardTexts = {
  card: 'Your doorbell',
  qr: (label: string) => `QR code for ${label}`,
  link: 'Link to your doorbell',
  copyLink: 'Copy link',
  share: 'Share Link',
  linkCopied: 'Link Copied!',
  textCopied: 'Text Copied!',
  shareText: (link: string) => `Please use this link to ring my digital doorbell: ${link}`,
  copyFailed: 'The link could not be copied. Please select it and copy it yourself.',
  code: 'Code',
  localTitle: 'This code works on this computer only.',
  localText: 'Start the doorbell with “npm start -- --lan” so that phones on your network can scan it.',
  failed: 'Your doorbell could not be loaded. Please try again.',
  off: 'This door is off. Nobody can ring with its code or link.',
  paused: 'This door is paused. Nobody can ring with its code or link.',
  toDoors: 'Go to doors',
} as const
