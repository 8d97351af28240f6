/** Recording a call, for its resident, in English; texts for both sides are in callTexts. */
export const recordingTexts = {
  record: 'Record',
  recording: 'Recording',
  asking: 'Asking',
  title: 'Record this call',
  /** Shown before the visitor is asked (docs/product/decisions.md, 19). */
  asked: (name: string) => `${name} will be asked, and can stop it at any time.`,
  what: {
    video: (name: string) => `Kept: the picture of ${name} and both voices. Your picture is not kept.`,
    audio: () => 'Kept: both voices.',
  },
  limits: (minutes: number, days: number) => `Up to ${minutes} minutes, kept for ${days} days.`,
  used: (used: string, most: string) => `${used} of ${most} used`,
  ask: 'Ask to record',
  unavailable: {
    notConnected: 'You can record as soon as the call is connected.',
    asksUsed: 'The visitor has been asked as often as is possible in this call.',
    timeUsed: 'This call has been recorded for as long as is possible.',
    subscription_required: 'Recording calls is part of Premium.',
    recording_off: 'This server cannot record calls.',
    storage_full: 'Your storage for recordings is full. Delete some in Settings, Doorbell.',
    disk_full: 'This server has too little free space to record.',
  },
  failed: 'It could not be checked whether this call can be recorded.',
  askingName: (name: string) => `Asking ${name}…`,
  askingText: (seconds: number) => `Without an answer in ${seconds} s, nothing is recorded.`,
  takeBack: 'Take back',
  time: 'Recorded time',
  keptUntil: (date: string) => `Kept until ${date}`,
} as const
