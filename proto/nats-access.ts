/**
 * Who may send and receive what on NATS, beyond a service's own operations and events. The server's permissions are printed from these
 * tables (scripts/servers/nats-permissions.ts), and a test compares them with the clients in the code.
 */
import type { EventDomain } from './events.ts'
import { SERVICES, type ServiceName } from './operation.ts'
import type { InternalOperationName, SentOperationName } from './operations/index.ts'

/** `operator` is `npm run admin`, and what tests an installation. */
export const NATS_USERS = ['gateway', ...SERVICES, 'operator'] as const
export type NatsUser = (typeof NATS_USERS)[number]

/** Who sends each operation that has no route. One with a route is sent by the gateway alone. */
export const CALLERS = {
  'auth.resolve_session': ['gateway'],
  'auth.check_session': ['gateway'],
  'auth.find_user': ['operator'],
  'auth.user_by_id': ['billing', 'security'],
  'auth.code_issued': ['doorbell'],
  'auth.keep_code': ['doorbell'],
  'auth.keep_tier': ['billing'],
  'auth.list_users': ['operator'],
  'auth.mail_summary': ['doorbell'],
  'auth.mail_pass': ['doorbell'],
  'auth.dev_mails': ['gateway'],
  'auth.delete_user': ['operator'],
  'auth.end_sessions': ['operator'],
  'auth.mail_alert': ['security'],
  'auth.mail_plan': ['billing'],
  'auth.mail_unseen_ring': ['notify'],
  'auth.session_used': ['notify'],
  'auth.name_session': ['notify'],
  'auth.reset_two_factor': ['operator'],
  'billing.stripe_event': ['gateway'],
  'billing.tier': ['doorbell', 'signaling'],
  'billing.grant': ['operator'],
  'billing.revoke_grant': ['operator'],
  'billing.forget_user': ['auth'],
  'billing.cancel_for_deletion': ['auth'],
  'billing.export_user': ['auth'],
  'doorbell.open_door': ['auth'],
  'doorbell.keep_tier': ['billing'],
  'doorbell.confirm_ring': ['gateway'],
  'doorbell.send_chat': ['gateway'],
  'doorbell.receipt': ['gateway', 'signaling'],
  'doorbell.resume': ['gateway'],
  'doorbell.claim': ['signaling'],
  'doorbell.ring_facts': ['signaling'],
  'doorbell.cancel_live': ['signaling'],
  'doorbell.record_call': ['signaling'],
  'doorbell.check_recording': ['signaling'],
  'doorbell.open_recording': ['signaling'],
  'doorbell.recording_step': ['signaling'],
  'doorbell.close_recording': ['sfu', 'signaling'],
  'doorbell.forget_owner': ['auth'],
  'doorbell.close_owner': ['auth'],
  'doorbell.export_owner': ['auth'],
  'doorbell.push_content': ['notify'],
  'doorbell.ring_reach': ['notify'],
  'doorbell.delivery_times': ['notify'],
  'doorbell.push_notice': ['notify'],
  'doorbell.push_preferences': ['notify'],
  'security.blocks': ['gateway'],
  'security.check_address': ['gateway'],
  'security.unblock': ['operator'],
  'security.forget_user': ['auth'],
  'security.export_user': ['auth'],
  'notify.ring_status': ['gateway'],
  'notify.report_keys': ['gateway'],
  'notify.session_of_device': ['doorbell'],
  'notify.push_alert': ['security'],
  'notify.push_session_end': ['auth'],
  'notify.stop_pushes': ['auth'],
  'notify.allow_pushes': ['auth'],
  'notify.forget_user': ['auth'],
  'notify.export_user': ['auth'],
  'signaling.respond': ['gateway'],
  'signaling.join_call': ['gateway'],
  'signaling.media': ['gateway'],
  'signaling.start_recording': ['gateway'],
  'signaling.stop_recording': ['gateway'],
  'signaling.answer_recording': ['gateway'],
  'signaling.recording_shown': ['gateway'],
  'signaling.resume': ['gateway'],
  'signaling.socket': ['gateway'],
  'signaling.hang_up': ['doorbell'],
  'signaling.drop_recording': ['doorbell'],
  'signaling.forget_owner': ['auth'],
  'sfu.open_room': ['signaling'],
  'sfu.close_room': ['signaling'],
  'sfu.join': ['signaling'],
  'sfu.leave': ['signaling'],
  'sfu.connect_transport': ['signaling'],
  'sfu.restart_ice': ['signaling'],
  'sfu.produce': ['signaling'],
  'sfu.receive': ['signaling'],
  'sfu.set_producer': ['signaling'],
  'sfu.set_consumer': ['signaling'],
  'sfu.set_sending_peer': ['signaling'],
  'sfu.activate': ['signaling'],
  'sfu.start_recording': ['signaling'],
  'sfu.stop_recording': ['signaling'],
} as const satisfies Readonly<Record<InternalOperationName, readonly NatsUser[]>>

/** Who asks a service for the address of its bytes, beside the gateway, to send what this operation takes. */
export const BYTES_SENDERS = { 'doorbell.put_piece': 'sfu' } as const satisfies Readonly<Record<SentOperationName, ServiceName>>

/** The domains whose events a service consumes; an app's `consumers` can have no other (kit/run-service.ts). */
export const CONSUMED = {
  auth: ['billing', 'doorbell', 'security'],
  doorbell: ['auth', 'billing'],
  billing: ['auth'],
  security: ['auth'],
  notify: ['auth', 'doorbell'],
  signaling: ['auth', 'doorbell'],
  sfu: [],
} as const satisfies Readonly<Record<ServiceName, readonly EventDomain[]>>

export type LiveSubject = 'user' | 'visit' | 'session' | 'client'

/** On which live subjects each publishes; the gateway alone receives them. */
export const LIVE_SUBJECTS: Readonly<Record<ServiceName | 'gateway', readonly LiveSubject[]>> = {
  gateway: ['user'],
  auth: ['session', 'user'],
  doorbell: ['user', 'visit'],
  billing: ['user'],
  security: ['user'],
  notify: ['user'],
  signaling: ['client', 'user', 'visit'],
  sfu: [],
}

/** The consumers' names of one service. */
export const consumersOf = (service: ServiceName): readonly { readonly name: string; readonly domain: EventDomain }[] =>
  CONSUMED[service].map((domain) => ({ name: `${service}-${domain}`, domain }))
