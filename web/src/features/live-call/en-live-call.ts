/** What the open page says about rings, calls and chats while they happen, in English. */
import { onDevice } from '../../core/texts/en-time.ts'

export const liveTexts = {
  dismissFailed: 'Failed to dismiss the call. Please try again.',
  dismissedToast: 'Call Dismissed',
  chatWaits: 'The visitor can write to you now.',
  answeredOn: (device: string) => `Answered ${onDevice(device)}`,
  answeredElsewhere: 'Answered on another device',
  dismissedElsewhere: 'Dismissed on another device',
  left: (name: string) => `${name} has left`,
  missed: 'No one answered in time',
  blink: '● Incoming Visitor',
  onDesktop: (name: string) => `${name} is at the door`,
  chat: {
    atTheDoor: 'At the door now',
    away: 'Phone asleep or offline',
    offline: 'You are offline',
    openChat: 'Open',
    prefersWriting: (name: string) => `${name} prefers to write`,
  },
} as const
