/** Texts of the open page about rings, calls and chats as they happen, in English. */
import { RECORDING } from '#proto/limits.ts'
import { onDevice } from '../../core/texts/en-time.ts'

const LONGEST = RECORDING.longest / 60_000

export const liveTexts = {
  passFailed: 'That did not work. It still rings on your devices. Please try again.',
  dismissFailed: 'Failed to dismiss the call. Please try again.',
  dismissedToast: 'Call Dismissed',
  chatWaits: 'The visitor can write to you now.',
  answeredOn: (device: string) => `Answered ${onDevice(device)}`,
  answeredBy: (name: string) => `Answered by ${name}`,
  answeredElsewhere: 'Answered on another device',
  dismissedBy: (name: string) => `Dismissed by ${name}`,
  dismissedElsewhere: 'Dismissed on another device',
  left: (name: string) => `${name} has left`,
  unknownEnd: 'You’ll see it when you are back online.',
  missed: 'No one answered in time',
  withdrawn: 'You can no longer answer at this home',
  /** A test ring that was answered here. */
  tested: {
    video: 'You and your visitor would see and hear each other now.',
    audio: 'You and your visitor would hear each other now.',
    message: 'The chat with your visitor would open now.',
    dismiss: 'Your visitor would read that you are not answering.',
  },
  blink: '● Incoming Visitor',
  onDesktop: (name: string) => `${name} is at the door`,
  onDesktopAtHome: (name: string, owner: string) => `${name} is at ${owner}'s home`,
  recording: {
    stopped: 'Recording stopped',
    nothingKept: 'This call is not being recorded',
    nothingRecorded: 'Nothing was recorded.',
    inHistory: 'The recording will be in Visitor History in a moment.',
    notStopped: 'The recording could not be stopped. End the call to stop it.',
    /** Why it ended. Without a separate title: `stopped` or `nothingKept`; without a text: whether something was recorded. */
    titles: {
      refused: (name: string) => `${name} does not want to be recorded`,
      unanswered: (name: string) => `${name} did not answer`,
      stopped_by_visitor: (name: string) => `${name} stopped the recording`,
      failed: () => 'The recording failed',
    },
    texts: {
      refused: () => 'The call goes on without a recording.',
      unanswered: () => 'Without an answer nothing is recorded. You can ask again.',
      not_shown: () => 'The REC mark could not be shown on both sides. You can ask again.',
      interrupted: (name: string) => `The connection was lost. ${name} is asked again when the call goes on.`,
      time_limit: () => `A call is recorded for up to ${LONGEST} minutes. What was recorded is in Visitor History.`,
      storage_full: () => 'Your storage for recordings is full. Delete some to record again.',
      failed: () => 'Nothing more is recorded. You can ask again.',
      disk_full: () => 'This server has too little free space to record.',
    },
  },
  chat: {
    atTheDoor: 'At the door now',
    away: 'Phone asleep or offline',
    offline: 'No connection',
    openChat: 'Open',
    prefersWriting: (name: string) => `${name} prefers to write`,
  },
} as const
