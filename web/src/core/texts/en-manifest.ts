/** English: what the installed app is called, and what its store page and its icon's menu say. */
export const manifestTexts = {
  name: 'Digital Doorbell',
  shortName: 'Doorbell',
  description: 'A doorbell that is a QR code: scan, ring, see each other.',
  visitors: 'Visitors',
  notifications: 'Notifications',
  settings: 'Doorbell settings',
  ring: 'Someone is at the door',
  dashboard: 'Your door and who rang',
} as const
