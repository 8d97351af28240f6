/** Writing to the operator of this server, in English. */
export const supportTexts = {
  title: 'Support',
  text: 'Write to the people who run this server. They answer by email.',
  priority: 'Write to the people who run this server. On Premium your question comes first. They answer by email.',
  unconfirmed: 'Confirm your email address first, so that they can answer you.',
  label: 'Your question',
  send: 'Send',
  sending: 'Sending',
  sent: 'Question Sent',
  sentText: (email: string) => `The answer comes to ${email}.`,
  failed: 'Your question was not sent',
} as const
