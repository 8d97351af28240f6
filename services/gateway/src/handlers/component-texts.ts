/** What the components of the API's documents mean: a sentence each, and a line for each field whose name does not say it. */

/** `fields`: by name. */
export type ComponentText = { readonly description: string; readonly fields?: Readonly<Record<string, string>> }

const text = (description: string, fields?: ComponentText['fields']): ComponentText => ({ description, ...(fields ? { fields } : {}) })

const version = 'Grows with every change: a client drops what is older than what it has.'
const expiresAt = 'When it is deleted, by the storage time of the plan.'

const RINGS = {
  Activity: text('A ring, or the call of an invited guest, as the owner of the door sees it.', {
    activityType: 'A ring stays `doorbell_ring`, however it ends; `video_call` is the call of an invited guest.',
    test: 'A test ring of the owner: listed only while it is live.',
    message: 'What the visitor wrote; null once it was erased.',
    isHandled: 'Answered, dismissed or marked as handled.',
    photoUrl: 'The path of the photo; it appears seconds after the ring. Null without one.',
    purpose: 'What the visitor chose.',
    outcome: 'How the ring ended; null while it is live.',
    answeredBy: 'The name of the device, or of the API token, that answered.',
    answeredSession: 'The public id of the session, or of the API token, that answered.',
    callSeconds: 'The length of the call, once it has ended.',
    againOf: 'The id of the ring that this one repeats.',
    rings: 'How often this visitor rang, this ring included.',
    quiet: 'Do not disturb or quiet hours: it opens nothing and makes no sound.',
    alerts: 'How pages may announce it, by the preferences of the owner.',
    visitorAway: "The visitor's page is closed or hidden.",
    expected: 'Rung with an approved pass, in its time.',
    kept: 'Kept by the resident: its visitor cannot erase it.',
    films: 'How many recordings of it there are.',
    blocked: 'Its visitor may not ring at this door now.',
    endsAt: 'When it ends as missed. Present only while it is live; count down from the `Date` of the answer.',
    expiresAt,
    version,
  }),
  ActivityDetails: text("One ring with its steps, chat and calls: what the page of a ring's details shows."),
  ActivityTab: text('The tabs of the activity log.'),
  ActivityType: text('The type of an activity. A ring stays `doorbell_ring`, however it ends.'),
  ChatMessage: text('One message of the chat of a ring.', { senderId: 'The side that wrote it.' }),
  DetailsStep: text('One step of a ring: what happened, when, and by which device.'),
  ExportFormat: text('The format of an export. A CSV is safe to open in a spreadsheet.'),
  HandledType: text('How a ring is answered or dismissed. API tokens answer with `message` or `dismissed` alone.'),
  MissCause: text('Why a ring may not have been seen.'),
  Outcome: text('How a ring ended.'),
  Purpose: text('What a visitor comes for.'),
  ReachedPage: text('An open page that has shown a ring.'),
  RingNews: text('What became of a ring, for the device that shows it.'),
  RingSight: text('The state of a ring for a device that shows it.'),
  RingStep: text('What was tried because nobody had seen a ring.'),
  RingTimeline: text('Which pages and devices a ring has reached, and why it may not have been seen.'),
  SentPush: text('A push about a ring to one device, with the answers of its push service.'),
  StoryCall: text('A call of a ring.'),
  VisitWithChat: text('A ring as its visitor may see it, with its chat.', {
    userId: 'An opaque number of the visitor, which gives no access.',
    isHandled: 'Answered or dismissed.',
    outcome: 'How the ring ended; null while it is live.',
    endsAt: 'When it ends as missed. Present only while it is live; count down from the `Date` of the answer.',
    photoUrl: 'The path of the own photo.',
    delivered: 'It has reached a page or a device of the resident.',
    seen: 'It was on a screen while it rang.',
    inLine: 'The number of live rings before this one at this door.',
    againAt: 'When the visitor may call again after a miss.',
    againLeft: 'How often the visitor may still call again.',
    messageLeft: 'A message was left after a miss.',
    canWrite: 'Whether the visitor may write now.',
    eraseFrom: 'When the visitor may erase it.',
    recordedUntil: 'Until when the resident keeps recordings of this visit.',
    version,
  }),
} as const

const DOORS = {
  Building: text('What a resident tells visitors about the building.', {
    timeZone: 'The time zone of the hours, as in the IANA database.',
  }),
  Door: text('A door as its owner sees it.', {
    qrCodeId: 'The last part of the address that its QR code shows: whoever has it can ring.',
    shortCode: 'Eight characters on its sign, for those who cannot scan.',
    enabled: 'Whether it takes rings.',
    primary: 'The first door of the account, which cannot be deleted.',
    paused: 'A further door that takes no rings under the present plan or settings.',
    rotatedAt: 'When its code was last replaced.',
    graceUntil: 'Until when the code before is still accepted.',
    building: 'Null hides the tab.',
    soundUrl: 'What plays when it rings.',
  }),
  DoorSound: text('The sound of a door: one of ours, or its own (`custom`).'),
  OpeningHours: text('Up to three spans a day, in the time zone of the building; null is closed.'),
  PublicBuilding: text('The building as visitors see it, with whether it is open now.'),
  PublicDoor: text('What anybody with the code of a door may know of it.', { keptDays: 'How many days a ring is stored.' }),
} as const

const VISITS = {
  Invite: text('A link to one call, shown once.'),
  InviteView: text('An invite as its guest may see it.', { visit: 'Of the browser that joined.' }),
  VisitPass: text('The pass of a requested visit: nothing of the resident, no address and no number.', {
    token: 'The secret of its link.',
    at: 'When the visitor wants to come.',
    opensAt: 'From then on a ring with it is announced as expected,',
    closesAt: 'until then.',
    doorActive: 'Whether its door still takes rings.',
    eraseFrom: 'When anyone with the link may erase the request.',
  }),
  VisitRequest: text('A request for a visit, as the resident sees it.', {
    at: 'When the visitor wants to come.',
    timestamp: 'When it was sent.',
  }),
  VisitStatus: text('The state of a request. `expired`: its time has passed, decided or not.'),
  VisitorBlock: text('A visitor who may not ring at one door for a time.'),
  Contact: text('An entry of the address book.', { avatar: 'Null shows the initials.', lastActivity: 'When they last joined a call.' }),
} as const

const ACCOUNT = {
  AlertType: text('What a security alert is about.'),
  ApiScope: text('What an API token may do. None implies another.'),
  ApiToken: text('A token with which a program acts for the account.', {
    id: 'Its public id, which is no part of the secret.',
    lastUsedAt: 'At most a minute late; null until it is used.',
    expiresAt: 'Null: valid until it is revoked.',
  }),
  BlockedAddress: text('An address that tried to sign in to the account too often.', {
    lifted: 'This account lets it try again; for others the block stands.',
  }),
  CreatedApiToken: text('A new API token, with its secret.', { secret: 'Answered this once: only its hash is stored.' }),
  CurrentUser: text('The signed-in user.', {
    sessionEndsAt: 'Present in the last 14 days before the session ends.',
    recoveryEndsAt: 'Present while lost second factors wait to be removed.',
    wall: 'This session is a wall display, which sees less of the account.',
  }),
  InvoiceStatus: text('The state of an invoice.'),
  LoginAttempt: text('A log-in, or a failed one.'),
  NewCredential: text('`RegistrationResponseJSON` of a browser (WebAuthn Level 3).'),
  Passkey: text('A passkey of the account.', { device: 'Where it was added.' }),
  Payment: text('A payment of the billing history; amounts are decimals of the main unit of the currency.'),
  SecurityAlert: text('What may threaten the account.', { message: 'In English; clients translate by `alertType` and `params`.' }),
  SecuritySettings: text('The switches of the Security page.'),
  Subscription: text('The plan of the account, and where it comes from.', { billing: 'Whether this server takes payments.' }),
  SubscriptionStatus: text('The state of a paid plan.'),
  Tier: text('A plan.'),
  UsedCredential: text('`AuthenticationResponseJSON` of a browser (WebAuthn Level 3).'),
  User: text('An account, as its owner sees it.', {
    qrCodeId: 'The code of its primary door.',
    language: 'Null until one is chosen.',
    pictureUrl: 'A new picture has a new address; null shows the initials.',
  }),
  UserSession: text('A signed-in browser of the account.', {
    sessionId: 'The public id, never the value of the cookie.',
    isCurrent: 'The session that asks.',
    wall: 'A wall display.',
  }),
} as const

const DEVICES = {
  Device: text('A browser of the account that can be rung.', {
    push: 'Whether it is pushed to.',
    armed: 'Whether a page of it may play sounds.',
    details: 'Whether its notifications say who rang.',
    ringTimes: 'Milliseconds from a ring to its notification, the newest 20.',
  }),
  Diagnosis: text('Which devices would ring now, and why others would not.'),
  Fault: text('Why a ring would not reach a device, or might not.', { stops: 'Nothing rings while it lasts.' }),
  FaultCode: text('Why a ring would not reach a device.'),
  PushEvent: text('What a browser reports of one push.'),
  PushKind: text('What a push is about.'),
  PushPermission: text('Whether a browser allows notifications.'),
  PushState: text('Whether a device is pushed to. `expired`: the push service has ended it.'),
  RecordingStatus: text('Whether a call can be recorded now, and the limits of a recording.'),
  StoredRecording: text('A recording of a call, as its owner sees it.', { url: 'The MP4; null until it is ready.', expiresAt }),
  StoredRecordingState: text('`preparing`: its pieces are made into one file.'),
} as const

const NOTIFICATIONS = {
  Alert: text('How a page announces a ring.'),
  Channel: text('How an event reaches the resident.'),
  Matrix: text('Which event reaches the resident on which channel.'),
  Notification: text('A stored notification.', {
    kind: 'Clients translate by it and `params`: `title` and `message` are English.',
    actionRequired: 'An open ring, or an undecided request.',
  }),
  NotificationParams: text("The parameters of a notification's sentences."),
  Preferences: text('The notification preferences of the account.', { timeZoneKnown: 'False until a browser has reported one.' }),
  PreferencesPreview: text('What would ring right now, and until when it is quiet.'),
  QuietHours: text('The hours in which rings are silent, in the time zone of the account.'),
  QuietReason: text('Why rings are silent now.'),
  Switches: text('Switches of notifications and doors; `doNotDisturb` silences every ring.'),
} as const

/** Of frames alone. */
const SOCKET = {
  AccountPart: text('A part of the account that pages cache.'),
  CallKind: text('The kind of a call.'),
  CallView: text('The state of a call, the same for both sides.', { version }),
  CommunicationType: text('How a ring is answered.'),
  ConsumerParams: text('A consumer of mediasoup, for its client.'),
  MediaEvent: text('What happens to the media of a room.'),
  MediaPath: text('How media reaches a page: directly by UDP or TCP, or through a TURN server.'),
  MediaSource: text('Where media comes from.'),
  PermissionReport: text('What a browser says of camera and microphone.'),
  RecordingEnd: text('Why a recording ended, or never began.'),
  RecordingView: text('The recording of a call, the same for both sides.'),
} as const

export const COMPONENT_TEXTS: Readonly<Record<string, ComponentText>> = {
  Error: text('Every refusal.', {
    message: 'A sentence for people, in English.',
    code: 'What a program reads.',
    details: 'Field → sentence, of fields that are not valid.',
    params: 'Values of the sentence; `variant` names which of the sentences of the code it is.',
    issues: 'Field → what is wrong with it, for translation.',
  }),
  Problem: text('Every refusal, for clients that accept `application/problem+json` (RFC 9457).', {
    type: 'Leads to the code in the page of the API.',
    title: 'The sentence of the code.',
    detail: 'The sentence of this refusal.',
    instance: 'The `X-Request-Id` of the request.',
  }),
  ...{ ...RINGS, ...DOORS, ...VISITS, ...ACCOUNT, ...DEVICES, ...NOTIFICATIONS, ...SOCKET },
}
