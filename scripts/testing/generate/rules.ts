/**
 * What the schemas of the public operations do not contain: the sender, the kind of id in a field, and values for fields that a
 * refinement or a handler checks. A missing operation or frame is a type error, so that new ones are not forgotten.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import sharp from 'sharp'
import type { ClientFrame } from '#proto/frames/client.ts'
import type { ServerFrame } from '#proto/frames/server.ts'
import { CHIMES } from '#proto/limits.ts'
import type { HttpRoute } from '#proto/operation.ts'
import type { OperationName, OperationNamed } from '#proto/operations/index.ts'
import { ROOT } from '#scripts/bootstrap/launch.mjs'
import { PASSWORD } from '../people.ts'
import { createSubscription, VENDOR_ENDPOINT } from '../push/subscription.ts'
import type { Hints } from './values.ts'

type RouteOf<O> = O extends { readonly http?: infer Http } ? Extract<Http, HttpRoute> : never
export type PublicName = { [N in OperationName]: [RouteOf<OperationNamed<N>>] extends [never] ? never : N }[OperationName]
export type FrameType = ClientFrame['type']

/** Kinds of existing objects that a field can name. `ring` is an activity for its resident and a visit for its visitor. */
export type Pool =
  | 'user'
  | 'door'
  | 'code'
  | 'shortCode'
  | 'activity'
  | 'visit'
  | 'visitUser'
  | 'ring'
  | 'contact'
  | 'film'
  | 'notification'
  | 'request'
  | 'block'
  | 'pass'
  | 'invite'
  | 'mailToken'
  | 'recoveryToken'
  | 'cancelToken'
  | 'signInToken'
  | 'factorCode'
  | 'passkey'
  | 'createdPasskey'
  | 'usedPasskey'
  | 'checkedPasskey'
  | 'readAllAt'
  | 'username'
  | 'session'
  | 'apiToken'
  | 'alert'
  | 'device'
  | 'blockedAddress'
  | 'invoice'
  | 'today'
  | 'webhook'
  | 'delivery'
  | 'member'
  | 'invitation'
  | 'home'
export type Values = Readonly<Record<string, unknown>>
export type Rule = {
  readonly as: 'resident' | 'visitor'
  /** Field → the kind of object that it names; a field of the path is always filled, another one if an object exists. */
  readonly refs?: Readonly<Record<string, Pool>>
  readonly hints?: Hints
  /** The body of a raw operation. */
  readonly bytes?: { readonly type: string; readonly body: Uint8Array }
  /** The parameters of a plain read. */
  readonly least?: Values
}

const JPEG = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#2196f3' } })
  .jpeg()
  .toBuffer()
const jpeg = { type: 'image/jpeg', body: JPEG }
const mp3 = { type: 'audio/mpeg', body: readFileSync(join(ROOT, 'web', 'public', CHIMES.gong)) }

/** Nothing is sent there: the name does not exist (RFC 6761). */
const webhookUrl = fc.constant('https://receiver.example.com/hook')

const timeZone = fc.constantFrom(
  'UTC',
  'Europe/Berlin',
  'America/St_Johns',
  'Asia/Kathmandu',
  'Pacific/Apia',
  'Pacific/Chatham',
  'America/Argentina/Buenos_Aires',
  'Etc/GMT+12',
)
const clock = fc.constantFrom('00:00', '00:01', '02:00', '08:30', '12:00', '17:59', '22:00', '23:59', '24:00')
const photo = fc.constantFrom(null, `data:image/jpeg;base64,${JPEG.toString('base64')}`)
/** Fields of every schema. Cursors come from answers and are never generated. */
export const HINTS: Hints = { timeZone, opens: clock, closes: clock, cursor: fc.constant(undefined) }

const name = fc.stringMatching(/^[a-z]{3}[a-z0-9]{9,20}$/)
const account = fc
  .record({ username: name, firstName: fc.constantFrom('Ada', 'Åse', '李'), lastName: fc.constantFrom('Reed', "O'Hara", 'de la Cruz') })
  .map((fields) => ({ ...fields, email: `${fields.username}@example.org`, password: PASSWORD, confirmPassword: PASSWORD }))
/** Generators of whole inputs whose fields depend on each other. */
export const WHOLE: Partial<Record<PublicName, fc.Arbitrary<Values>>> = {
  // Without an end the stream would never be answered whole.
  'gateway.events': fc.constantFrom({ seconds: 0 }, { seconds: '1' }),
  'auth.register': account,
  'auth.change_password': fc.constant({ currentPassword: PASSWORD, newPassword: PASSWORD, confirmPassword: PASSWORD }),
  'auth.reset_password': fc.constant({ token: 'unknown', newPassword: PASSWORD, confirmPassword: PASSWORD }),
}

/** In a form each field is a text to the schema: realistic input. Edge values are sent by the operations behind it. */
const TYPED: Hints = {
  visitorName: fc.constantFrom('', 'Ada', '李'),
  unitNumber: fc.constantFrom('', '4b'),
  message: fc.constantFrom('', 'A parcel\nfor you'),
  photo: fc.constant(undefined),
  email: fc.constant('ada@example.org'),
  phone: fc.constantFrom('', '030 123 456 78'),
  residentName: fc.constant('Grace Hopper'),
  time: clock,
}

/** A fixed key, because a point of the curve cannot be generated at random. */
const SUBSCRIPTION: Hints = {
  endpoint: fc.constantFrom(VENDOR_ENDPOINT, 'https://127.0.0.1/', 'https://push.example.org/', 'none'),
  ...{ p256dh: fc.constant(createSubscription(VENDOR_ENDPOINT).keys.p256dh), publicKey: fc.constant(undefined) },
  auth: fc.constantFrom('A'.repeat(22), `${'_'.repeat(21)}w==`),
}

const resident = { as: 'resident' } as const
const visitor = { as: 'visitor' } as const
const ofResident = (pool: Pool): Rule => ({ as: 'resident', refs: { id: pool } })
const ofVisitor = (pool: Pool): Rule => ({ as: 'visitor', refs: { id: pool } })
const withCode: Rule = { as: 'resident', refs: { code: 'factorCode' } }
const atDoor: Rule = { as: 'visitor', refs: { qrCodeId: 'code' } }

export const RULES: Readonly<Record<PublicName, Rule>> = {
  'auth.register': visitor,
  'auth.registration': visitor,
  'auth.login': { as: 'resident', refs: { username: 'username', code: 'factorCode' }, hints: { password: fc.constant(PASSWORD) } },
  'auth.logout': resident,
  'auth.user': resident,
  'auth.verify_email': { as: 'resident', refs: { token: 'mailToken' } },
  'auth.preview_verification': { as: 'resident', refs: { token: 'mailToken' } },
  'auth.reject_verification': { as: 'resident', refs: { token: 'mailToken' } },
  'auth.resend_verification': resident,
  'auth.two_factor': resident,
  'auth.enrol_two_factor': resident,
  'auth.confirm_two_factor': withCode,
  'auth.disable_two_factor': withCode,
  'auth.replace_recovery_codes': withCode,
  'auth.request_recovery': { as: 'resident', refs: { username: 'username' }, hints: { password: fc.constant(PASSWORD) } },
  'auth.begin_recovery': { as: 'resident', refs: { token: 'recoveryToken' } },
  'auth.cancel_recovery_by_link': { as: 'resident', refs: { token: 'cancelToken' } },
  'auth.cancel_recovery': resident,
  'auth.request_sign_in_link': { as: 'resident', refs: { username: 'username' } },
  'auth.use_sign_in_link': { as: 'resident', refs: { token: 'signInToken', code: 'factorCode' } },
  'auth.passkeys': resident,
  'auth.begin_passkey': resident,
  'auth.add_passkey': { as: 'resident', refs: { credential: 'createdPasskey' } },
  'auth.rename_passkey': ofResident('passkey'),
  'auth.remove_passkey': ofResident('passkey'),
  'auth.begin_passkey_check': resident,
  'auth.confirm_passkey': { as: 'resident', refs: { credential: 'checkedPasskey' } },
  'auth.begin_passkey_sign_in': resident,
  'auth.sign_in_with_passkey': { as: 'resident', refs: { credential: 'usedPasskey' } },
  'auth.change_profile': resident,
  'auth.change_email': { as: 'resident', hints: { password: fc.constant(PASSWORD) } },
  'auth.password_fresh': resident,
  'auth.confirm_password': { as: 'resident', hints: { password: fc.constant(PASSWORD) } },
  'auth.change_password': resident,
  'auth.request_password_reset': visitor,
  'auth.preview_password_reset': { as: 'visitor', refs: { token: 'mailToken' } },
  'auth.reset_password': { as: 'visitor', refs: { token: 'mailToken' } },
  'auth.preview_email_undo': { as: 'visitor', refs: { token: 'mailToken' } },
  'auth.undo_email_change': { as: 'visitor', refs: { token: 'mailToken' } },
  'auth.export_account': resident,
  'auth.delete_account': { as: 'resident', hints: { password: fc.constant(PASSWORD) } },
  'auth.put_picture': { as: 'resident', bytes: jpeg },
  'auth.remove_picture': resident,
  'auth.picture': resident,
  'doorbell.ring': { as: 'visitor', refs: { qrCodeId: 'code', againOf: 'visit', pass: 'pass' }, hints: { photo } },
  'doorbell.public_door': atDoor,
  'doorbell.find_code': { as: 'visitor', refs: { code: 'shortCode' } },
  'doorbell.my_visits': atDoor,
  'doorbell.visit': ofVisitor('visit'),
  'doorbell.cancel': ofVisitor('visit'),
  'doorbell.put_photo': { as: 'visitor', refs: { id: 'visit' }, bytes: jpeg },
  'doorbell.photo': ofResident('activity'),
  'doorbell.write_as_visitor': ofVisitor('visit'),
  'doorbell.handle': ofResident('ring'),
  'doorbell.silence': ofResident('activity'),
  'doorbell.mark_handled': ofResident('activity'),
  'doorbell.messages': ofResident('activity'),
  'doorbell.write_as_resident': ofResident('activity'),
  'doorbell.request_visit': { as: 'visitor', refs: { qrCodeId: 'code', date: 'today' } },
  'doorbell.pass': { as: 'visitor', refs: { token: 'pass' } },
  'doorbell.erase_request': { as: 'visitor', refs: { token: 'pass' } },
  'doorbell.erase_visit': ofVisitor('visit'),
  'doorbell.visit_requests': resident,
  'doorbell.approve_visit': ofResident('request'),
  'doorbell.decline_visit': ofResident('request'),
  'doorbell.block_visitor': ofResident('activity'),
  'doorbell.blocks': resident,
  'doorbell.unblock_visitor': ofResident('block'),
  'doorbell.activities': { as: 'resident', refs: { door: 'door', home: 'home' } },
  'doorbell.export_activities': { as: 'resident', refs: { door: 'door', home: 'home' }, least: { format: 'csv' } },
  'doorbell.activity_story': ofResident('activity'),
  'doorbell.films': { as: 'resident', refs: { activityId: 'activity' } },
  'doorbell.film': ofResident('film'),
  'doorbell.film_poster': ofResident('film'),
  'doorbell.remove_film': ofResident('film'),
  'doorbell.recording_status': resident,
  'doorbell.doors': resident,
  'doorbell.add_door': resident,
  'doorbell.change_door': ofResident('door'),
  'doorbell.test_ring': { as: 'resident', refs: { id: 'door', deviceId: 'device' } },
  'doorbell.rotate_door': ofResident('door'),
  'doorbell.remove_door': ofResident('door'),
  'doorbell.put_sound': { as: 'resident', refs: { id: 'door' }, bytes: mp3 },
  'doorbell.sound': ofResident('door'),
  'doorbell.household': resident,
  'doorbell.invite_member': resident,
  'doorbell.revoke_invitation': ofResident('invitation'),
  'doorbell.change_member': { as: 'resident', refs: { id: 'member' }, hints: { doors: fc.constant(undefined) } },
  'doorbell.remove_member': ofResident('member'),
  'doorbell.rename_in_home': ofResident('home'),
  'doorbell.leave_home': ofResident('home'),
  'doorbell.invitation': { as: 'visitor', hints: { token: fc.constant('none') } },
  'doorbell.accept_invitation': { as: 'resident', hints: { token: fc.constant('none') } },
  'doorbell.contacts': resident,
  'doorbell.add_contact': resident,
  'doorbell.change_contact': ofResident('contact'),
  'doorbell.remove_contact': ofResident('contact'),
  'doorbell.invite_contact': ofResident('contact'),
  'doorbell.invite': { as: 'visitor', refs: { token: 'invite' } },
  'doorbell.join_invite': { as: 'visitor', refs: { token: 'invite' }, hints: { token: fc.constant('none') } },
  'doorbell.notifications': resident,
  'doorbell.unread_notifications': resident,
  'doorbell.read_notification': ofResident('notification'),
  'doorbell.read_all_notifications': resident,
  'doorbell.undo_read_all': { as: 'resident', refs: { at: 'readAllAt' } },
  'doorbell.preferences': resident,
  'doorbell.change_preferences': resident,
  'doorbell.preview_preferences': resident,
  'auth.start_wall': resident,
  'auth.leave_wall': { as: 'resident', refs: { code: 'factorCode' }, hints: { password: fc.constant(PASSWORD) } },
  'doorbell.wall': resident,
  'auth.api_tokens': resident,
  'auth.create_api_token': resident,
  'auth.revoke_api_token': ofResident('apiToken'),
  'auth.sessions': resident,
  'auth.revoke_session': { as: 'resident', refs: { sessionId: 'session' } },
  'auth.revoke_other_sessions': resident,
  'auth.change_security_settings': resident,
  'security.login_history': resident,
  'security.alerts': resident,
  'security.read_alert': ofResident('alert'),
  'security.read_all_alerts': resident,
  'security.blocked_addresses': resident,
  'security.lift_block': ofResident('blockedAddress'),
  'notify.push_key': resident,
  'notify.devices': resident,
  'notify.diagnosis': resident,
  'notify.put_push': { as: 'resident', hints: SUBSCRIPTION },
  'notify.drop_push': resident,
  'notify.put_state': resident,
  'notify.change_device': ofResident('device'),
  'notify.remove_device': ofResident('device'),
  'notify.ring_timeline': ofResident('activity'),
  'notify.await_ring_end': visitor,
  'notify.push_report': visitor,
  'auth.support': resident,
  'auth.ask_support': resident,
  'billing.subscription': resident,
  'billing.choose_free': resident,
  'billing.create_checkout_session': resident,
  'billing.create_portal_session': resident,
  'billing.resume': resident,
  'billing.payments': resident,
  'billing.invoice': { as: 'resident', refs: { invoiceId: 'invoice' } },
  'notify.webhooks': resident,
  'notify.add_webhook': { as: 'resident', hints: { url: webhookUrl, doors: fc.constant([]) } },
  'notify.change_webhook': { as: 'resident', refs: { id: 'webhook' }, hints: { url: webhookUrl, doors: fc.constant([]) } },
  'notify.rotate_webhook': ofResident('webhook'),
  'notify.remove_webhook': ofResident('webhook'),
  'notify.test_webhook': ofResident('webhook'),
  'notify.webhook_deliveries': ofResident('webhook'),
  'notify.replay_delivery': { as: 'resident', refs: { id: 'webhook', deliveryId: 'delivery' } },
  'doorbell.linked_photo': visitor,
  'gateway.events': resident,
  'gateway.stripe_webhook': visitor,
  'gateway.visitor_form': { as: 'visitor', refs: { qrCodeId: 'code', visitId: 'visit', pass: 'pass', date: 'today' }, hints: TYPED },
  'gateway.code_form': { as: 'visitor', refs: { code: 'shortCode' } },
  'gateway.pass_calendar': { as: 'visitor', refs: { token: 'pass' } },
  'gateway.openapi': visitor,
  'gateway.asyncapi': visitor,
  'gateway.docs': visitor,
}

/** The rules of frames: their sender and the ids in their fields. */
export const FRAME_RULES: Readonly<Record<FrameType, { readonly as: 'resident' | 'visitor' | 'either'; readonly refs?: Rule['refs'] }>> = {
  register: { as: 'resident', refs: { userId: 'user' } },
  register_visitor: { as: 'visitor', refs: { activityId: 'ring', qrCodeId: 'code' } },
  doorbell_ring: { as: 'visitor', refs: { activityId: 'ring', userId: 'visitUser' } },
  call_response: { as: 'either', refs: { visitorId: 'ring' } },
  chat_message: { as: 'either', refs: { recipientId: 'ring', activityId: 'ring' } },
  receipt: { as: 'either', refs: { activityId: 'ring' } },
  join_call: { as: 'either', refs: { activityId: 'ring' } },
  recording_start: { as: 'resident', refs: { activityId: 'ring' } },
  recording_stop: { as: 'either', refs: { activityId: 'ring' } },
  recording_answer: { as: 'visitor', refs: { activityId: 'ring' } },
  recording_shown: { as: 'either', refs: { activityId: 'ring' } },
  ping: { as: 'either' },
  media_request: { as: 'either', refs: { activityId: 'ring' } },
}

/** The frame that shows that a frame was accepted; `acknowledged` if the frame has a `requestId`. */
export const FRAME_ANSWERS: Readonly<Record<FrameType, ServerFrame['type']>> = {
  register: 'register_success',
  register_visitor: 'register_success',
  doorbell_ring: 'doorbell_ring_sent',
  call_response: 'acknowledged',
  chat_message: 'chat_sent',
  receipt: 'acknowledged',
  join_call: 'acknowledged',
  recording_start: 'acknowledged',
  recording_stop: 'acknowledged',
  recording_answer: 'acknowledged',
  recording_shown: 'acknowledged',
  ping: 'pong',
  media_request: 'media_reply',
}

export const publicNames = Object.keys(RULES) as PublicName[]
export const frameTypes = Object.keys(FRAME_RULES) as FrameType[]
