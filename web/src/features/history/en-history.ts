/** Visitor History and Activity Logs, in English. */
import { sharedTexts } from '../../core/texts/en-shared.ts'
import { inZone } from '../../core/zone.ts'

const format = (options: Intl.DateTimeFormatOptions) => inZone('en-US', options)
const day = format({ weekday: 'long', month: 'long', day: 'numeric' })
const date = format({ month: 'short', day: 'numeric', year: 'numeric' })
/** A day of the calendar is the same one in every zone. */
const namedDay = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'short', day: 'numeric', year: 'numeric' })
const stamp = format({ month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' })
const seconds = format({ hour: 'numeric', minute: '2-digit', second: '2-digit' })

const { length } = sharedTexts.activity

export const historyTexts = {
  title: 'Visitor History',
  menuLabel: 'Visitors',
  today: 'Today',
  yesterday: 'Yesterday',
  day,
  search: 'Search visitors...',
  searchLabel: 'Search visitors',
  type: 'Activity type',
  anyType: 'All types',
  types: {
    doorbell_ring: 'Doorbell rings',
    message: 'Messages',
    video_call: 'Video calls',
    audio_call: 'Audio calls',
    notification: 'Notifications',
  },
  outcome: 'Outcome',
  anyOutcome: 'Any outcome',
  outcomes: {
    answered_video: 'Answered by video',
    answered_audio: 'Answered by audio',
    answered_message: 'Answered by message',
    missed: 'Missed',
    dismissed: 'Dismissed',
    cancelled: 'Canceled',
  },
  door: 'Door',
  anyDoor: 'All doors',
  date: 'Date',
  anyDate: 'Any date',
  from: 'From',
  to: 'To',
  dates: (from: string | undefined, to: string | undefined) => {
    const shown = (iso: string) => namedDay.format(new Date(`${iso}T12:00:00Z`))
    if (from && to) return from === to ? shown(from) : `${shown(from)} – ${shown(to)}`
    return from ? `Since ${shown(from)}` : to ? `Until ${shown(to)}` : 'Any date'
  },
  datesOrder: 'The first day must not be after the last.',
  lastDays: (days: number) => `Last ${days} days`,
  apply: 'Show',
  clear: 'Clear All Filters',
  empty: 'No visitors yet',
  emptyText: 'Everyone who rings shows up here, with their photo, their message and how it ended.',
  noMatch: 'No visitors match',
  noMatchText: 'Try fewer filters or a different search.',
  failed: 'The visitor history could not be loaded. Please try again.',
  snapshot: 'View Snapshot',
  details: 'View Details',
  snapshotOf: (name: string) => `View Snapshot of ${name}`,
  detailsOf: (name: string) => `View Details of ${name}`,
  photoOf: (name: string) => `Photo of ${name} at the door`,
  /** The mark of a visit whose calls were recorded. */
  recordings: (recordings: number) => (recordings === 1 ? 'Recording' : `${recordings} recordings`),
  deletes: (days: number) =>
    days <= 0 ? 'Will be deleted today' : days === 1 ? 'Will be deleted in 1 day' : `Will be deleted in ${days} days`,
  close: 'Close',
  panel: (name: string) => `Visit of ${name}`,
  facts: { home: 'Home', door: 'Door', answered: 'Answered', outcome: 'Outcome', by: 'By', person: 'By', rang: 'Rang', kept: 'Kept until' },
  times: (rings: number) => `${rings} times`,
  by: (device: string, after: number) => `${device}, after ${length(after)}`,
  byPerson: (name: string, after: number) => `${name}, after ${length(after)}`,
  longDate: date,
  stamp,
  seconds,
  timeline: 'What happened',
  steps: {
    accepted: 'Rang',
    quiet: 'Silent: no pop-up, no sound',
    delivered: (devices: number) => (devices === 1 ? 'Delivered to 1 device' : `Delivered to ${devices} devices`),
    seen: 'Seen',
    answered_video: 'Answered by video',
    answered_audio: 'Answered by audio',
    answered_message: 'Answered by message',
    dismissed: 'Dismissed',
    missed: 'No one answered',
    cancelled: 'The visitor left',
    handled: 'Marked as handled',
    call_started: 'Call started',
    call_connected: 'Connected',
    call_ended: 'Call ended',
    recording_asked: 'Asked to record',
    recording_allowed: 'The visitor allowed the recording',
    recording_refused: 'The visitor did not want to be recorded',
    recording_unanswered: 'Not recorded: the visitor did not answer',
    recording_withdrawn: 'The question was taken back',
    recording_started: 'Recording started',
    recording_failed: 'Nothing was recorded',
    recording_ended: 'Recording ended',
    stopped_by_visitor: 'The visitor stopped the recording',
    stopped_by_resident: 'You stopped the recording',
  },
  /** "on Chrome, Linux": the device's own "on" would be the second one. */
  onDevice: (device: string) => `on ${device.replace(' on ', ', ')}`,
  chat: 'Chat',
  you: 'You',
  openChat: 'Open chat',
  savePhoto: 'Save photo',
  detailsFailed: 'The details could not be loaded. Please try again.',
  export: 'Export Visitor Data',
  exportAs: { csv: 'As a table (CSV)', json: 'As data (JSON)' },
  exporting: (rows: number) => `Exporting… ${rows.toLocaleString('en-US')} visits`,
  cancelExport: 'Stop exporting',
  exported: 'Visitor data exported',
  exportedText: (name: string, rows: number) => `${name}, ${rows.toLocaleString('en-US')} ${rows === 1 ? 'visit' : 'visits'}`,
  exportFailed: 'Export failed',
}
