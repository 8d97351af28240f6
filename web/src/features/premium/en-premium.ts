/** The offer of Premium after an answer by video or audio, in English. */
export const premiumTexts = {
  video: (name: string) => `Video calls need a premium subscription. ${name} is still at the door and can chat with you.`,
  audio: (name: string) => `Audio calls need a premium subscription. ${name} is still at the door and can chat with you.`,
  /** At somebody else's home. */
  noCalls: 'No calls at this home',
  atHome: {
    video: (owner: string, name: string) => `${owner}'s plan has no video calls. You can write to ${name}.`,
    audio: (owner: string, name: string) => `${owner}'s plan has no audio calls. You can write to ${name}.`,
  },
  recording: (name: string) => `Recording calls needs a premium subscription. Your call with ${name} goes on.`,
} as const
