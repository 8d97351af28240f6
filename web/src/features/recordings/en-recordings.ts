/** Recordings of calls, for their resident, in English. */
export const storedRecordingTexts = {
  title: 'Recordings',
  /** Over the recordings of one visit. */
  ofVisit: (recordings: number) => (recordings === 1 ? 'Recording' : 'Recordings'),
  of: (name: string) => `Recording of ${name}`,
  kind: { video: 'Video', audio: 'Audio' },
  keptUntil: (date: string) => `Kept until ${date}`,
  states: {
    recording: 'The call is being recorded',
    preparing: 'The film is being made',
    failed: 'This recording cannot be played',
  },
  play: (name: string, at: string) => `Play recording of ${name}, ${at}`,
  poster: (name: string) => `Picture from the recording of ${name}`,
  download: 'Download',
  downloadOf: (name: string, at: string) => `Download recording of ${name}, ${at}`,
  remove: 'Delete',
  removeOf: (name: string, at: string) => `Delete recording of ${name}, ${at}`,
  removeTitle: () => 'Delete this recording?',
  removeText: 'It will be deleted for good.',
  /** Its call is still in progress. */
  removeLiveText: 'The call is still being recorded. Recording stops, and what was recorded is deleted for good.',
  cancel: 'Cancel',
  removing: 'Deleting',
  removed: 'Recording deleted',
  removeFailed: 'Recording not deleted',
  failed: 'The recordings could not be loaded. Please try again.',
  playFailed: 'The recording could not be played. It may have been deleted.',
  playOffline: 'No connection. The recording can be played as soon as there is one.',
  empty: 'No recordings yet',
  emptyText: 'Press Record in a call. Your visitor is asked first.',
  storage: 'Storage for recordings',
  used: (used: string, most: string) => `${used} of ${most} used`,
  full: 'Full. Delete recordings to record again.',
  unavailable: {
    subscription_required: 'Recording calls is part of Premium. These recordings stay until their dates.',
    recording_off: 'This server cannot record calls.',
    disk_full: 'This server has too little free space to record.',
  },
  limits: (minutes: number, days: number) =>
    `Your visitor is asked each time. Up to ${minutes} minutes of a call are recorded in 720p and kept for ${days} days.`,
} as const
