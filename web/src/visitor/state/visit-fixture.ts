/** A visit as the server sends it, for the tests of the visitor's page. */
import type { VisitWithChat } from '#proto/entities.ts'
import { ringDetails } from '#proto/ring-details.ts'

export const visit = (fields: Partial<VisitWithChat> = {}): VisitWithChat => ({
  id: 7,
  userId: 41,
  qrCodeId: 'q',
  doorLabel: '14 Maple Lane',
  visitorName: 'Marcus',
  activityType: 'doorbell_ring',
  message: 'Parcel',
  ...ringDetails({}),
  purpose: null,
  timestamp: '2026-01-01T10:00:00Z',
  isHandled: false,
  outcome: null,
  endsAt: '2026-01-01T10:00:45Z',
  photoUrl: null,
  delivered: false,
  seen: false,
  inLine: 0,
  offersCamera: false,
  againAt: null,
  againLeft: 3,
  messageLeft: false,
  eraseFrom: null,
  canWrite: true,
  againOf: null,
  version: 1,
  messages: [],
  ...fields,
})
