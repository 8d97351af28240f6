/** Visit requests on the resident's side, keeping visits and blocking visitors, in English. */
import { inZone, knownZone, zoneNow } from '../../core/zone.ts'

const day = inZone('en-US', { weekday: 'short', month: 'short', day: 'numeric' })

/** In the door's time zone, which is named if it is not the resident's. */
const moment = (at: Date, doorsZone: string) => {
  const timeZone = knownZone(doorsZone) ?? 'UTC'
  const text = new Intl.DateTimeFormat('en-US', {
    timeZone,
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  })
  const here = zoneNow() === timeZone
  return `${text.format(at).replace(/\u202f/g, ' ')}${here ? '' : ` (${timeZone.replaceAll('_', ' ')})`}`
}

export const visitRequestTexts = {
  title: 'Visit requests',
  moment,
  asksFor: (resident: string) => `for ${resident}`,
  approve: 'Approve',
  decline: 'Decline',
  takeBack: 'Withdraw approval',
  approveOf: (name: string) => `Approve the visit of ${name}`,
  declineOf: (name: string) => `Decline the visit of ${name}`,
  takeBackOf: (name: string) => `Withdraw approval for ${name}`,
  status: { pending: 'Waiting for you', approved: 'Approved', declined: 'Declined', expired: 'Over' },
  approved: 'Visit approved',
  declined: 'Visit declined',
  failed: 'Your decision was not saved. Please try again.',
  loadFailed: 'Visit requests could not be loaded. Please try again.',
  keep: 'Keep',
  keeping: 'Kept',
  keepHint: 'The visitor can delete this visit after one day unless you keep it.',
  unblock: 'Unblock',
  block: 'Block',
  blocking: 'Blocking',
  blockTitle: (name: string) => `Block ${name}?`,
  still: 'Still being bothered?',
  replaceCode: "Replace the door's code",
  blocked: 'Visitor blocked',
  blockedText: 'This phone cannot ring at this door for 30 days. Nobody on the same network can for 24 hours.',
  unblocked: 'Visitor unblocked',
  changeFailed: 'The change was not saved. Please try again.',
  blockedTitle: 'Blocked visitors',
  blockedUntil: (door: string, until: Date) => `${door}, until ${day(until)}`,
  erased: 'Deleted by the visitor',
  unblockOf: (name: string) => `Unblock ${name}`,
}
