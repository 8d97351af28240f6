/** The resident's chat with a visitor, in English. */
export const chatTexts = {
  log: 'Messages',
  rangAt: (time: string, door: string) => `Rang at ${time} · ${door}`,
  failedToLoad: 'The messages could not be loaded. Please try again.',
  visitorSays: 'Visitor',
  quick: ["I'm on my way", 'Please leave it at the door', 'Two minutes, please', 'Not today, thank you'],
  quickLabel: 'Quick replies',
  facts: { purpose: 'Purpose', home: 'Home', door: 'Door', rang: 'Rang', answered: 'Answered', by: 'By', call: 'Call' },
  answeredAfter: (seconds: number) => (seconds < 60 ? `after ${seconds} s` : `after ${Math.round(seconds / 60)} min`),
  byYou: 'you, on this device',
  snapshot: (name: string) => `Snapshot of ${name}`,
  details: 'Visit',
} as const
