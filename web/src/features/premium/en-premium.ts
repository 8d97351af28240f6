/** The offer of Premium after an answer by video or audio, in English. */
export const premiumTexts = {
  video: (name: string) => `Video calls need a premium subscription. ${name} is still at the door and can chat with you.`,
  audio: (name: string) => `Audio calls need a premium subscription. ${name} is still at the door and can chat with you.`,
  recording: (name: string) => `Recording calls needs a premium subscription. Your call with ${name} goes on.`,
} as const
