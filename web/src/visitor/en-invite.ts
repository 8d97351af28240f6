/** English: the page of an invite's guest. Like the visitor's page it mentions neither plans nor the inviting resident. */
export const inviteTexts = {
  title: 'You are invited to a video call',
  text: 'Tap Join to ring the resident. The call starts when they answer. The link works once, for one guest.',
  needs: 'You need a camera, a microphone and a modern browser. No app, no account.',
  join: 'Join',
  joining: 'Joining',
  unknown: { title: 'This invite link is not valid', text: 'Please check that you copied all of it, or ask for a new one.' },
  expired: { title: 'This invite link has expired', text: 'Please ask for a new one.' },
  used: { title: 'This invite link has already been used', text: 'It works once, for one guest. Please ask for a new one.' },
  failed: { title: 'This call cannot be started right now', text: 'Please try again in a moment, or ask for another way to talk.' },
}
