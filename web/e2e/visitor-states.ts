/** Every state of the pages that the browser hydrates, by name (proto/visitor-page.ts). */
import { join } from 'node:path'
import type { ChatMessage, VisitWithChat } from '#proto/entities.ts'
import type { DoorState, InviteState, VisitorBundle } from '#proto/visitor-page.ts'
import { ROOT } from '#scripts/bootstrap/launch.mjs'
import { visit } from '../src/visitor/state/visit-fixture.ts'

const now = '2026-01-01T10:00:14.000Z'
const door = { qrCodeId: 'q', label: '14 Maple Lane', building: null, keptDays: 90 }
const form: DoorState = {
  page: 'door',
  now,
  key: '00000000-0000-4000-8000-000000000000',
  failure: null,
  visit: null,
  hasOlderMessages: false,
  isWriting: false,
  door,
  values: {},
  isKnown: true,
  hasStoredData: false,
}
const invite: InviteState = {
  page: 'invite',
  now,
  key: form.key,
  failure: null,
  visit: null,
  hasOlderMessages: false,
  isWriting: false,
  token: 'invite-token',
  door: { ...door, qrCodeId: 'invite' },
}
const message = (senderId: ChatMessage['senderId'], text: string, second: string): ChatMessage => ({
  id: `m${second}`,
  activityId: 7,
  senderId,
  message: text,
  timestamp: `2026-01-01T10:00:${second}Z`,
})
const messages = [message('resident', 'Coming down', '20'), message('visitor', 'Thank you', '24')]
const visited = (fields: Partial<VisitWithChat>): DoorState => ({ ...form, visit: visit(fields), hasStoredData: true })

export const VISITOR_STATES: Readonly<Record<string, DoorState | InviteState>> = {
  form,
  'form of a known browser': { ...form, hasStoredData: true, values: { visitorName: 'Marcus', unitNumber: '4B', message: 'Parcel' } },
  'invalid form': {
    ...form,
    values: { visitorName: 'Marcus' },
    failure: { code: 'validation_failed', message: 'Please check the fields marked below.', details: { message: 'Message is required' } },
  },
  'refused form': { ...form, failure: { code: 'ring_limited', message: 'Too many rings. Please wait a moment and try again.' } },
  'service down': { ...form, isKnown: false, door: { ...door, label: '' }, failure: { code: 'unavailable', message: 'Down.' } },
  waiting: visited({}),
  'waiting, everything there': {
    ...visited({ delivered: true, seen: true, inLine: 2, offersCamera: true, photoUrl: '/icons/mark.svg', messages }),
    isWriting: true,
  },
  missed: visited({ outcome: 'missed' }),
  'missed, writing': { ...visited({ outcome: 'missed', againAt: '2026-01-01T10:01:00Z' }), isWriting: true },
  'missed, used up': visited({ outcome: 'missed', againLeft: 0 }),
  'message left': visited({ outcome: 'missed', messageLeft: true, messages: messages.slice(1) }),
  declined: visited({ outcome: 'dismissed', canWrite: false }),
  chat: visited({ outcome: 'answered_message', messages }),
  'closed chat': visited({ outcome: 'answered_message', messages, canWrite: false }),
  'video call': visited({ outcome: 'answered_video', messages }),
  'audio call': visited({ outcome: 'answered_audio' }),
  invite,
  'joined invite': { ...invite, visit: visit({ activityType: 'video_call', qrCodeId: 'invite' }) },
}

/** The server bundle with which the gateway renders the page. */
export const visitorBundle = (language: string) =>
  import(join(ROOT, 'web', 'dist', 'server', language === 'en' ? '' : language, 'visitor.js')) as Promise<VisitorBundle>
