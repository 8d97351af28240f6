/**
 * The table of the access matrix: how each operation is sent with the ids of the owner's objects, and what makes its caller the right
 * one if the declaration alone does not determine it. Everything else is derived: callers and errors from proto/, ids in fields from RULES
 * (scripts/testing/generate/rules.ts). Rows are tried in this order.
 */
import { randomUUID } from 'node:crypto'
import { DAY_MS } from '#proto/durations.ts'
import type { ErrorCode } from '#proto/errors.ts'
import type { PublicName, Values } from '#scripts/testing/generate/rules.ts'
import { nextNumber, PASSWORD } from '#scripts/testing/people.ts'
import { createSubscription, subscriptionInput, VENDOR_ENDPOINT } from '#scripts/testing/push/subscription.ts'
import type { Account, AccountName } from './accounts.ts'
import type { Basics, Belongings, RingName } from './belongings.ts'

/** The owner's objects, and the accounts with other states. */
export type Owned = Belongings & { readonly accounts: Readonly<Record<AccountName, Account>> }

export type AccessRow = {
  /** Distinguishes several rows of one operation. */
  readonly what?: string
  /** The input of every caller. Called for each request, so that generated values are new each time. */
  readonly input?: (owned: Owned) => Values
  /** In place of `input`: a request that needs Premium, about objects that every resident has. */
  readonly premium?: (owned: Basics) => Values
  /** The visitor of this ring is the right caller. */
  readonly ring?: RingName
  /** This account is the right caller, not the owner. */
  readonly account?: AccountName
  /** The right caller signs in with this account's device cookie, or signs out of a session that no other row needs. */
  readonly device?: AccountName | 'spare'
  /** A form of the visitor's page performs this operation. */
  readonly performs?: PublicName
  /** The field that only the right caller knows, if it is not the token of an object. */
  readonly proof?: 'password' | 'credential' | 'token'
  /** The operation ends the caller's session, so each caller signs in for it. */
  readonly endsSession?: true
  /** The error that the right caller gets on this server instead of success. */
  readonly answer?: ErrorCode
}

const date = () => new Date(Date.now() + DAY_MS).toISOString().slice(0, 10)
const visit = { visitorName: 'Walter', message: 'A parcel' }
const contact = { firstName: 'Alan', lastName: 'Turing', phone: '030 123 456 78', email: 'alan@example.org' }
const newPassword = { newPassword: PASSWORD, confirmPassword: PASSWORD }
const registration = () => {
  const username = `newcomer-${nextNumber()}`
  const names = { username, email: `${username}@example.org`, firstName: 'New', lastName: 'Comer' }
  return { ...names, password: PASSWORD, confirmPassword: PASSWORD }
}

const plain: AccessRow = {}
const withToken = (account: AccountName, fields: Values = {}): AccessRow => ({
  account,
  input: ({ accounts }) => ({ token: accounts[account].token, ...fields }),
})
const withCode = (account: AccountName): AccessRow => ({ account, input: ({ accounts }) => ({ code: accounts[account].code() }) })
const ofRing = (ring: RingName, fields: Values = {}): AccessRow => ({ ring, input: ({ rings }) => ({ id: rings[ring].id, ...fields }) })
const ofDoor = (door: keyof Owned['doors'], fields: Values = {}): AccessRow => ({ input: ({ doors }) => ({ id: doors[door], ...fields }) })
const ofFilm = (film: keyof Owned['films']): AccessRow => ({ input: ({ films }) => ({ id: films[film] }) })
const ofRequest = (request: keyof Owned['requests']): AccessRow => ({ input: ({ requests }) => ({ id: requests[request].id }) })
const withPass = (request: keyof Owned['requests']): AccessRow => ({ input: ({ requests }) => ({ token: requests[request].token }) })
const ofHousehold = (what: keyof NonNullable<Account['household']>, fields: Values = {}): AccessRow => ({
  account: 'sharing',
  input: ({ accounts }) => ({ id: accounts.sharing.household?.[what] ?? 0, ...fields }),
})
const ofContact: AccessRow = { input: (owned) => ({ id: owned.contact, firstName: 'Grace' }) }
const atDoor: AccessRow = { input: ({ user }) => ({ qrCodeId: user.qrCodeId }) }
const form = (action: string, performs: PublicName, ring?: RingName, fields: Values = {}): AccessRow => ({
  ...{ what: action, performs },
  ...(ring ? { ring } : {}),
  input: ({ user, rings }) => ({ qrCodeId: user.qrCodeId, action, ...(ring ? { visitId: rings[ring].id } : {}), ...fields }),
})

export const ROWS: Readonly<Record<PublicName, readonly AccessRow[]>> = {
  'auth.login': [
    {
      ...{ account: 'guessed', device: 'guessed', proof: 'password' },
      input: ({ accounts }) => ({ username: accounts.guessed.resident.user.username, password: PASSWORD }),
    },
  ],
  'auth.user': [plain],
  'auth.support': [plain],
  'auth.ask_support': [{ input: () => ({ message: 'A question' }) }],
  'auth.preview_verification': [withToken('unverified')],
  'auth.verify_email': [withToken('unverified')],
  'auth.reject_verification': [withToken('mistaken')],
  'auth.resend_verification': [{ account: 'attacked' }],
  'auth.two_factor': [plain],
  'auth.enrol_two_factor': [{ account: 'leaving' }],
  'auth.confirm_two_factor': [withCode('enrolling')],
  'auth.disable_two_factor': [withCode('protected')],
  'auth.replace_recovery_codes': [withCode('lost')],
  'auth.request_recovery': [
    {
      ...{ account: 'leaving', proof: 'password' },
      input: ({ accounts }) => ({ username: accounts.leaving.resident.user.username, password: PASSWORD }),
    },
  ],
  'auth.begin_recovery': [withToken('lost')],
  'auth.cancel_recovery_by_link': [withToken('recovering')],
  'auth.cancel_recovery': [{ account: 'waiting' }],
  'auth.use_sign_in_link': [withToken('attacked')],
  'auth.passkeys': [{ account: 'keyed' }],
  'auth.begin_passkey': [{ account: 'keyed' }],
  'auth.add_passkey': [{ account: 'keyed', input: ({ accounts }) => ({ credential: accounts.keyed.keys?.created() ?? null }) }],
  'auth.begin_passkey_check': [{ account: 'keyed' }],
  'auth.confirm_passkey': [{ account: 'keyed', input: ({ accounts }) => ({ credential: accounts.keyed.keys?.checked() ?? null }) }],
  'auth.begin_passkey_sign_in': [plain],
  'auth.sign_in_with_passkey': [
    {
      ...{ account: 'keyed', device: 'keyed', proof: 'credential' },
      input: ({ accounts }) => ({ credential: accounts.keyed.keys?.used() ?? null }),
    },
  ],
  'auth.rename_passkey': [{ account: 'keyed', input: ({ accounts }) => ({ id: accounts.keyed.keys?.id ?? 0, name: 'Key ring' }) }],
  'auth.remove_passkey': [{ account: 'keyed', input: ({ accounts }) => ({ id: accounts.keyed.keys?.id ?? 0 }) }],
  'auth.change_profile': [{ input: () => ({ firstName: 'Robin' }) }],
  'auth.change_email': [{ account: 'leaving', input: () => ({ email: `moved-${nextNumber()}@example.org`, password: PASSWORD }) }],
  'auth.password_fresh': [plain],
  'auth.confirm_password': [{ input: () => ({ password: PASSWORD }) }],
  'auth.preview_password_reset': [withToken('forgetful')],
  'auth.reset_password': [withToken('forgetful', newPassword)],
  'auth.preview_email_undo': [withToken('moved')],
  'auth.undo_email_change': [withToken('moved')],
  'auth.export_account': [plain],
  'auth.put_picture': [plain],
  'auth.picture': [plain],
  'auth.remove_picture': [plain],
  'auth.sessions': [plain],
  'auth.revoke_session': [{ input: ({ session }) => ({ sessionId: session }) }],
  'auth.api_tokens': [plain],
  'auth.create_api_token': [{ input: () => ({ name: 'Home automation', scopes: ['rings:read'] }) }],
  'auth.revoke_api_token': [{ input: ({ apiToken }) => ({ id: apiToken }) }],
  'auth.change_security_settings': [{ account: 'leaving', input: () => ({ activityLogsEnabled: false }) }],
  'doorbell.public_door': [atDoor],
  'doorbell.find_code': [{ input: ({ shortCode }) => ({ code: shortCode }) }],
  'doorbell.my_visits': [{ ring: 'chatted' }],
  'doorbell.visit': [ofRing('chatted')],
  'doorbell.cancel': [ofRing('cancelled')],
  'doorbell.put_photo': [ofRing('photographed')],
  'doorbell.photo': [
    { what: 'owner', input: ({ rings }) => ({ id: rings.pictured.id }) },
    { what: 'visitor', ...ofRing('pictured') },
  ],
  'doorbell.write_as_visitor': [ofRing('messaged', { message: 'Are you there?' })],
  'doorbell.handle': [
    { what: 'video', premium: ({ ring }) => ({ id: ring, handledType: 'video_call' }) },
    { what: 'dismiss', ...ofRing('dismissed', { handledType: 'dismissed' }) },
  ],
  'doorbell.silence': [{ input: ({ rings }) => ({ id: rings.kept.id }) }],
  'doorbell.mark_handled': [
    { what: 'handled', ...ofRing('chatted', { isHandled: true }) },
    { what: 'keep', ...ofRing('kept', { keep: true }) },
  ],
  'doorbell.messages': [ofRing('chatted')],
  'doorbell.write_as_resident': [ofRing('written', { message: 'Coming' })],
  'doorbell.pass': [withPass('passed')],
  'doorbell.erase_request': [withPass('erased')],
  'doorbell.erase_visit': [ofRing('left')],
  'doorbell.visit_requests': [plain],
  'doorbell.approve_visit': [ofRequest('approved')],
  'doorbell.decline_visit': [ofRequest('declined')],
  'doorbell.block_visitor': [ofRing('blocked')],
  'doorbell.blocks': [plain],
  'doorbell.unblock_visitor': [{ input: ({ block }) => ({ id: block }) }],
  'doorbell.activities': [plain, { what: 'of a door', input: ({ door }) => ({ door }) }],
  'doorbell.export_activities': [{ input: ({ door }) => ({ door, format: 'csv' }) }],
  'doorbell.activity_story': [ofRing('chatted')],
  'doorbell.films': [plain, { what: 'of an activity', input: ({ rings }) => ({ activityId: rings.pictured.id }) }],
  'doorbell.film': [ofFilm('kept')],
  'doorbell.film_poster': [ofFilm('kept')],
  'doorbell.remove_film': [ofFilm('removed')],
  'doorbell.recording_status': [plain],
  'doorbell.doors': [plain],
  'doorbell.add_door': [{ premium: () => ({ label: 'Back door' }) }],
  'doorbell.change_door': [
    { what: 'sound', premium: ({ door }) => ({ id: door, sound: 'marimba' }) },
    { what: 'label', input: ({ door }) => ({ id: door, label: 'Front door' }) },
  ],
  'doorbell.test_ring': [
    { input: ({ door }) => ({ id: door }) },
    { what: 'of a device', input: ({ door, device }) => ({ id: door, deviceId: device }) },
  ],
  'doorbell.rotate_door': [ofDoor('rotated')],
  'doorbell.remove_door': [ofDoor('removed')],
  'doorbell.put_sound': [{ premium: ({ door }) => ({ id: door }) }],
  'doorbell.sound': [ofDoor('sounding')],
  'doorbell.household': [{ account: 'sharing' }],
  'doorbell.invite_member': [{ input: ({ door }) => ({ name: 'Mina', role: 'member', doors: [door] }) }],
  'doorbell.revoke_invitation': [ofHousehold('invitation')],
  'doorbell.change_member': [ofHousehold('member', { name: 'Mina' })],
  'doorbell.remove_member': [ofHousehold('removedMember')],
  'doorbell.rename_in_home': [ofHousehold('home', { name: 'Robin' })],
  'doorbell.leave_home': [ofHousehold('leftHome')],
  // A real one admits whoever has its link (services/gateway/test/household.test.ts).
  'doorbell.invitation': [{ proof: 'token', input: () => ({ token: 'forged' }), answer: 'token_invalid' }],
  'doorbell.accept_invitation': [{ account: 'sharing', input: () => ({ token: 'forged' }), answer: 'token_invalid' }],
  'doorbell.contacts': [plain],
  'doorbell.add_contact': [{ input: () => contact }],
  'doorbell.change_contact': [ofContact],
  'doorbell.remove_contact': [{ input: ({ removedContact }) => ({ id: removedContact }) }],
  'doorbell.invite_contact': [{ premium: (owned) => ({ id: owned.contact }) }],
  'doorbell.invite': [{ input: ({ invite }) => ({ token: invite }) }],
  'doorbell.join_invite': [{ input: ({ invite }) => ({ token: invite }) }],
  'doorbell.notifications': [plain],
  'doorbell.unread_notifications': [plain],
  'doorbell.read_notification': [{ input: ({ notification }) => ({ id: notification }) }],
  'doorbell.undo_read_all': [{ input: ({ readAllAt }) => ({ at: readAllAt }) }],
  'doorbell.read_all_notifications': [plain],
  'doorbell.preferences': [plain],
  'doorbell.change_preferences': [{ premium: () => ({ switches: { autoRecordVisits: true } }) }],
  'doorbell.preview_preferences': [plain],
  'security.login_history': [plain],
  'security.alerts': [plain],
  'security.read_alert': [{ input: ({ alert }) => ({ id: alert }) }],
  'security.read_all_alerts': [plain],
  'security.blocked_addresses': [plain],
  'security.lift_block': [{ input: ({ blockedAddress }) => ({ id: blockedAddress }) }],
  'notify.push_key': [plain],
  'notify.devices': [plain],
  'notify.diagnosis': [plain],
  'notify.put_push': [{ input: () => subscriptionInput(createSubscription(`${VENDOR_ENDPOINT}${nextNumber()}`)) }],
  'notify.drop_push': [plain],
  'notify.put_state': [{ input: () => ({ armed: true, permission: 'granted' }) }],
  'notify.change_device': [{ input: ({ device }) => ({ id: device, name: 'Kitchen tablet' }) }],
  'notify.remove_device': [{ input: ({ removedDevice }) => ({ id: removedDevice }) }],
  'notify.ring_timeline': [ofRing('missed')],
  'notify.await_ring_end': [{ input: () => ({ token: randomUUID() }) }],
  'notify.push_report': [{ input: () => ({ token: randomUUID(), event: 'shown' }) }],
  'billing.subscription': [plain],
  'billing.create_checkout_session': [{ answer: 'already_paying' }],
  'billing.create_portal_session': [plain],
  'billing.payments': [{ premium: () => ({}) }],
  'billing.invoice': [{ input: ({ invoice }) => ({ invoiceId: invoice }) }],
  'notify.webhooks': [plain],
  'notify.add_webhook': [{ input: () => ({ url: 'https://receiver.example.com/hook', events: ['ring.missed'] }) }],
  'notify.change_webhook': [{ input: ({ webhooks }) => ({ id: webhooks.kept, events: ['ring.missed'] }) }],
  'notify.rotate_webhook': [{ input: ({ webhooks }) => ({ id: webhooks.kept }) }],
  'notify.remove_webhook': [{ input: ({ webhooks }) => ({ id: webhooks.removed }) }],
  'notify.test_webhook': [{ input: ({ webhooks }) => ({ id: webhooks.kept }) }],
  'notify.webhook_deliveries': [{ input: ({ webhooks }) => ({ id: webhooks.kept }) }],
  // It waits to be sent: only what was given up is sent again.
  'notify.replay_delivery': [{ input: ({ webhooks, delivery }) => ({ id: webhooks.kept, deliveryId: delivery }), answer: 'not_found' }],
  // The link is signed for a receiver (services/notify/test/webhooks.test.ts).
  'doorbell.linked_photo': [{ proof: 'token', input: () => ({ token: 'forged' }), answer: 'not_found' }],
  'gateway.events': [{ input: () => ({ seconds: 0 }) }],
  // Only Stripe has the key that signs it (services/billing/test/payments.test.ts).
  'gateway.stripe_webhook': [{ answer: 'malformed' }],
  'gateway.pass_calendar': [{ performs: 'doorbell.pass', ...withPass('passed') }],
  'gateway.openapi': [plain],
  'gateway.asyncapi': [plain],
  'gateway.docs': [plain],
  'gateway.visitor_form': [
    form('cancel', 'doorbell.cancel', 'formCancelled'),
    form('message', 'doorbell.write_as_visitor', 'formTold', { message: 'Are you there?' }),
    form('again', 'doorbell.visit', 'formMissed'),
    form('erase', 'doorbell.erase_visit', 'formLeft'),
    form('ring', 'doorbell.ring', undefined, visit),
    form('schedule', 'doorbell.request_visit', undefined, { visitorName: 'Walter', date: date(), time: '12:00', purpose: 'Tea' }),
  ],
  'gateway.code_form': [{ performs: 'doorbell.find_code', input: ({ shortCode }) => ({ code: shortCode }) }],
  'doorbell.ring': [
    { input: ({ user }) => ({ qrCodeId: user.qrCodeId, ...visit }) },
    { what: 'again', ring: 'missed', input: ({ user, rings }) => ({ qrCodeId: user.qrCodeId, ...visit, againOf: rings.missed.id }) },
  ],
  'doorbell.request_visit': [
    { input: ({ user }) => ({ qrCodeId: user.qrCodeId, visitorName: 'Walter', date: date(), time: '12:00', purpose: 'Tea' }) },
  ],
  'auth.request_password_reset': [{ account: 'attacked', input: ({ accounts }) => ({ email: accounts.attacked.resident.user.email }) }],
  'auth.request_sign_in_link': [{ account: 'attacked', input: ({ accounts }) => ({ username: accounts.attacked.resident.user.username }) }],
  'auth.registration': [plain],
  'auth.register': [{ input: registration, endsSession: true }],
  // Sent with a session that no other row needs: a wrong caller that succeeds makes its own session a wall display.
  'auth.start_wall': [{ device: 'spare', endsSession: true }],
  'auth.leave_wall': [{ device: 'spare', endsSession: true, input: () => ({ password: PASSWORD }) }],
  'doorbell.wall': [plain],
  'auth.logout': [{ device: 'spare', endsSession: true }],
  // Operations that end sessions, plans and accounts come last.
  'billing.choose_free': [{ account: 'leaving', input: () => ({ subscriptionTier: 'free' }) }],
  'billing.resume': [{ answer: 'not_ending' }],
  'auth.revoke_other_sessions': [plain],
  'auth.change_password': [{ account: 'leaving', input: () => ({ currentPassword: PASSWORD, ...newPassword }) }],
  'auth.delete_account': [{ account: 'leaving', input: () => ({ password: PASSWORD }) }],
}
