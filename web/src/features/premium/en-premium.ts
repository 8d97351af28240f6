/** The offer of Premium after an answer by video or audio, in English. */
export const premiumTexts = {
  video: (name: string) => `Video calls need a premium subscription. ${name} is still at the door and can chat with you.`,
  audio: (name: string) => `Audio calls need a premium subscription. ${name} is still at the door and can chat with you.`,
} as const
