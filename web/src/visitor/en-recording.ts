/** English: recording a call, for its visitor (docs/product/decisions.md, 19). It names neither residents nor plans. */
export const visitorRecordingTexts = {
  asked: 'The resident would like to record this call',
  what: {
    video: 'Your picture and both voices are recorded.',
    audio: 'Both voices are recorded.',
  },
  kept: (date: string) => `Kept by the resident until ${date}, then deleted.`,
  canStop: 'You can stop it at any time.',
  allow: 'Allow',
  no: 'No',
  noAnswer: (seconds: number) => `Without an answer in ${seconds} s, nothing is recorded.`,
  ended: {
    kept: 'Recording stopped',
    nothingKept: 'This call is not being recorded.',
    failed: 'The recording failed. Nothing more is recorded.',
    interrupted: 'Recording stopped, because the connection was lost. You will be asked before it goes on.',
  },
} as const
