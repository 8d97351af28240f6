/** An incoming ring and its answers, in English. */
export const ringsTexts = {
  disconnect: 'Disconnect',
  works: 'It works',
  done: 'Done',
  /** It stops on the devices of this account, and rings on for the others of the household. */
  notMe: 'Not me',
  silence: 'Silence',
  silenced: 'Silenced on this device',
  tapForSound: 'Tap for sound',
  photo: (name: string) => `Photo taken by ${name}`,
  offline: 'No connection. Your answer will be sent as soon as there is one.',
  probablyOver: 'This ring is probably over.',
  also: 'Also at the door',
  alsoLeft: (seconds: number) => `${seconds} s left`,
  alsoMore: (count: number) => `and ${count} more`,
  /** Beside a ring that a plan without calls cannot answer by video or audio. */
  premium: {
    message: (name: string) => `Message ${name}`,
    /** At somebody else's home: nothing can be bought for it here. */
    noCalls: 'No calls at this home',
    atHome: {
      video: (owner: string) => `${owner}'s plan has no video calls.`,
      audio: (owner: string) => `${owner}'s plan has no audio calls.`,
    },
    stillThere: (name: string) => `${name} is still at the door and can chat with you.`,
  },
} as const
