/**
 * Limits, timings and constants of the contract (docs/product/specification.md, 9; docs/product/decisions.md, 5-15;
 * docs/product/states.md). Milliseconds unless the name says otherwise.
 */

const RING_MESSAGE = 500

export const FIELD = {
  username: 50,
  name: 50,
  email: 100,
  password: 1024,
  passwordMin: 8,
  qrCodeId: 20,
  visitorName: 100,
  ringMessage: RING_MESSAGE,
  chatMessage: 2000,
  /** A notification's text: a whole ring message, or the beginning of a longer text. */
  notification: RING_MESSAGE,
  doorLabel: 60,
  deviceName: 80,
  shortCode: 8,
  search: 100,
  floor: 20,
  floorName: 80,
  timeZone: 64,
  contactPhoneMin: 10,
  contactPhone: 40,
  contactAddress: 200,
  contactNotes: 1000,
  phoneMin: 3,
  phone: 30,
  address: 200,
  visitPurpose: 200,
  passToken: 60,
  sessionId: 100,
  factorCode: 40,
  passkeyName: 40,
  apiTokenName: 40,
  /** 1,023 bytes (WebAuthn, 4) in base64url. */
  credentialId: 1364,
  pushEndpoint: 2048,
  webhookUrl: 2048,
  /** 65 bytes in base64url, with padding. */
  pushKey: 90,
  pushToken: 40,
} as const

/** Peers of one visitor in a room: tabs of one visit. Each costs two transports (record 0031). */
export const VISITOR_PEERS = 3

/**
 * Rooms that one owner has at the same time, so that no account takes all of the media workers' capacity: those of calls, because a
 * household speaks on a few devices, and those that are prepared while it rings. Strangers cause the latter, so they are counted separately
 * and never cost a call its room.
 */
export const ROOMS = { inCall: 5, prepared: 10 } as const

/** Photo: a JPEG of at most 1,000,000 bytes decoded (docs/product/decisions.md, 5). */
export const PHOTO_BYTES = 1_000_000

/** A door's own sound: an MP3 of at most 1,000,000 bytes. */
export const SOUND_BYTES = 1_000_000

/** The largest uploaded account picture, and the side of the stored square. */
export const PICTURE_BYTES = 5_000_000
export const PICTURE_SIDE = 512

/** Doors per plan. */
export const DOORS = { free: 1, premium: 20, graceHours: 168, floors: 50, /** Opening times of one day. */ spans: 3 } as const

/** Devices per account (docs/product/interface.md, Devices and push). */
export const DEVICES_MAX = 20

/** Passkeys per account. */
export const PASSKEYS_MAX = 10

/** Members and open invitations of one household, how long an invitation is open, and of how many others an account is a member. */
export const HOUSEHOLD = { max: 10, invitationLife: 7 * 86_400_000, homesMost: 10 } as const

/** API tokens per account, and the longest life that one may be given; without a life it is valid until it is revoked. */
export const API_TOKENS = { max: 20, daysMost: 365 } as const

/** Contacts per account; an invite to a call is valid for a day (docs/product/decisions.md, 30). */
export const CONTACTS = { max: 1_000, inviteLife: 24 * 3_600_000 } as const

/**
 * Replaces the door code in a guest's visit, so that a guest learns none of the owner's codes. No real code is this short
 * (docs/product/decisions.md, 2).
 */
export const INVITE_CODE = 'invite'

export const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const

/** The largest event of Stripe that is read: those of our prices have less than 30 kB. */
export const WEBHOOK_BYTES = 64 * 1024

/** A form posted without script, which may contain a phone's original photo; a photo above PHOTO_BYTES is read and dropped. */
export const FORM_BYTES = 16 * 1024 * 1024

export const TIME = {
  /** A ring is live this long (docs/product/decisions.md, 7). Configurable: RING_LIFE_MS. */
  ringLife: 45_000,
  /** The longest configurable ring. */
  ringLifeMost: 3_600_000,
  /** A test ring is stored this long after its end: for a repeated answer, and for the timeline on the page that rang. */
  testRingKept: 60_000,
  /** A worker's request for the end of a ring is answered by then: before the gateway, or a proxy, closes its connection. */
  ringEndWait: 15_000,
  /** Call Again cool-down after a miss. Configurable: RING_COOLDOWN_MS. */
  ringCooldown: 20_000,
  /** The holder must be connected within this time, else it is freed (docs/product/states.md). */
  holderConnectsWithin: 15_000,
  /** How long a call whose holder was freed waits for "Take over" (docs/product/states.md). */
  holderFreedFor: 30_000,
  visitorAway: 60_000,
  /** An interrupted call whose holder has been lost this long is offered to the resident's other devices (record 0071). */
  holderAwayAfter: 10_000,
  interruptedAfter: 3_000,
  interruptedEnds: 30_000,
  rejoinAfter: 5_000,
  lateCallWithin: 600_000,
  /** Media that was prepared while it rang is released this long after a ring without a call. */
  preparedReleasedAfter: 5_000,
  activitiesPoll: 5_000,
  notificationsCache: 60_000,
  contactsCache: 300_000,
  securityAlertsPoll: 60_000,
  visitPoll: 5_000,
  reRegister: 500,
  /** A socket that registers again within this time is answered without a replay. */
  replayedLately: 5_000,
  redirectAfterAuth: 100,
  toast: 5_000,
  /** A tooltip's delay; within `tooltipSkip` after another one there is no delay. */
  tooltip: 700,
  tooltipSkip: 300,
  copied: 2_000,
  clockRefresh: 60_000,
  /**
   * The incoming modal ignores presses this long after its buttons change, so that a press meant for another button does not answer; and
   * the page under the layer of rings and calls those at the place of the press that has closed it.
   */
  buttonsIgnorePresses: 400,
  /** The visitor's buttons ignore presses this long after a change of panel, so that a double tap does not cancel the ring. */
  panelIgnoresPresses: 700,
  visitorTokenLife: 24 * 3_600_000,
  verifyMailLife: 72 * 3_600_000,
  /** A mailed link to a new password. */
  resetMailLife: 30 * 60_000,
  /** A mailed link that signs in, while an account is throttled. */
  signInLinkLife: 15 * 60_000,
  /** How long a browser may take for a passkey once its prompt is open. */
  passkeyChallengeLife: 5 * 60_000,
  /** How long the old address can undo a change of address. */
  emailUndoLife: 72 * 3_600_000,
  /** The wait before lost second factors are removed (docs/product/decisions.md, 25). */
  recoveryWait: 72 * 3_600_000,
  /** After this time since login, sensitive changes require the password (docs/product/decisions.md, 26). */
  passwordFresh: 600_000,
  sessionIdle: 60 * 24 * 3_600_000,
  sessionAbsolute: 365 * 24 * 3_600_000,
  /** How long before its absolute end a session shows a warning. */
  sessionWarning: 14 * 24 * 3_600_000,
} as const

/**
 * Mails of one kind to an account or an address: `aDay`, at least `resentAfter` apart where a button asks for them. Beyond that, one that
 * leads back into the account may follow every `furtherAfter`. `strangersADay`: questions to the operator of all accounts without a
 * confirmed address.
 */
export const MAILS = { aDay: 5, strangersADay: 50, resentAfter: 60_000, furtherAfter: 3_600_000 } as const

export const AGAIN_MAX = 3

/** Recording of calls (docs/product/decisions.md, 19; record 0054). Sizes in bytes. */
export const RECORDING = {
  pieceMs: 10_000,
  /** The visitor's silence for this long counts as No. */
  askedFor: 30_000,
  /** Both pages confirm their REC mark within this time. */
  shownWithin: 2_000,
  /** The longest recordings of one call. */
  longest: 3_600_000,
  /** How often the resident may ask in one call; after an interruption the visitor is asked again without counting. */
  asksMost: 3,
  /** Of a recording, both tracks. */
  bitsPerSecond: 1_500_000,
  width: 1_280,
  height: 720,
  accountBytes: 5_000_000_000,
  /** No recording starts with less free space in the file store. */
  freeBytes: 2_000_000_000,
} as const

/** The largest piece of a recording: a camera's first seconds may exceed the permitted bit rate several times. */
export const PIECE_BYTES = 16_000_000

/** Visit requests, erasing and blocking. */
export const VISIT = {
  daysAhead: 90,
  /** The period around the agreed time in which a ring through an approved pass is announced as expected. */
  opensBefore: 2 * 3_600_000,
  closesAfter: 4 * 3_600_000,
  /** Undecided requests per door. */
  waiting: 100,
  /** Undecided or recent (one day) requests per address at a door, so that a few addresses cannot fill it or flood the resident. */
  ofAddressInADay: 10,
  /** A visitor may erase only after this time, so that the resident can see who rang. */
  eraseAfter: 24 * 3_600_000,
  /** The block of a browser; an address may be shared by many and is blocked for less. */
  block: 30 * 24 * 3_600_000,
  blockAddress: 24 * 3_600_000,
} as const

/** JSON may escape each character of a text in six bytes. */
const ESCAPED_BYTES = 6
/** The rest of a frame, without its longest text. */
const FRAME_BYTES = 288

export const SOCKET = {
  path: '/ws',
  /** Largest frame in bytes, a media request, several times what a browser's capabilities take; a larger one closes with 1009. */
  maxBytes: 24_576,
  /**
   * Parts of one message: frames, and the network packets in which one of them arrives. Each keeps the whole buffer of the network that it
   * arrived in, up to 64 kB; more close with 1008. Browsers send one or two.
   */
  maxFragments: 4,
  maxChunks: 256,
  /** Any other frame; a larger one is answered `too_large`. */
  maxBytesOrdinary: FIELD.chatMessage * ESCAPED_BYTES + FRAME_BYTES,
  /** Frames a socket may send per window, control frames too; above it `error`, above twice as many close code 1008. */
  framesPerWindow: 120,
  window: 10_000,
  maxReconnects: 5,
  backoffBase: 1_000,
  backoffMax: 10_000,
  jitter: 1_000,
  throttle: 2_000,
  waitAfterMax: 60_000,
  /** A socket without a registered party is closed with 1008 after this time. */
  registerWithin: 15_000,
  heartbeat: 25_000,
  /** Sockets of a live ring or call are pinged this often. */
  heartbeatLive: 5_000,
  /**
   * A socket whose peer does not read is dropped: immediately with more than `most` bytes queued, and with `bytes` queued for `longest`.
   */
  slow: { most: 1_000_000, bytes: 262_144, longest: 10_000 },
  /** Open sockets on one gateway copy: of an address (several households; IPv6 by /56), a user (devices, tabs), a visit (tabs). */
  most: { address: 500, user: 50, visit: 20 },
} as const

/**
 * Webhooks of an account (record 0083): their number, how many requests are listed, for how long an old secret still signs, how long a
 * request is tried and kept, and how long the link to a photo is valid.
 */
export const WEBHOOKS = {
  max: 10,
  listed: 100,
  oldSecretFor: 24 * 3_600_000,
  triedFor: 48 * 3_600_000,
  keptFor: 7 * 24 * 3_600_000,
  photoLinkFor: 3_600_000,
} as const

/** Streams of events (GET /api/events): of one account on one gateway copy, and the longest that one may be asked to last. */
export const EVENT_STREAMS = { most: 20, secondsMost: 86_400 } as const

export const RETENTION_DAYS = { free: 3, premium: 30 } as const
export const PREMIUM_PRICE = { amount: 9.99, currency: 'usd' } as const
export const LIST = { default: 50, max: 100 } as const

export type LimitRule = {
  readonly by: readonly ('address' | 'device' | 'door' | 'user' | 'visit' | 'token' | 'everybody')[]
  readonly max: number
  readonly window: number
  /** The error over the limit, if not `limited`. */
  readonly code?: 'ring_limited'
}
/**
 * Rate-limit classes, counted per window in Redis by every listed key, in this order; keys after one over its limit are not counted.
 * Generous for a household, and short enough that rings work again within two minutes after an attack (docs/product/interface.md, HTTP).
 *
 * Over HTTP, a class counted by user (or token) counts that of a recently resolved session (or token), and its address with
 * RESIDENTS_FACTOR times the limit;
 * a forged cookie counts as none. An office of 50 residents with two tabs each behind one address polls 100 × 12 = 1,200 times a minute, 24
 * per resident (of 600), and opens its tabs with about 15 reads each, 1,500: together 2,700 of the address's 6,000. One request per tab
 * (`GET /api/user`) comes before its session is resolved: 100 of the 600 of an anonymous address.
 */
export const LIMITS = {
  read: { by: ['address', 'user'], max: 600, window: 60_000 },
  write: { by: ['address', 'user'], max: 120, window: 60_000 },
  /**
   * Requests with an API token, in place of `read` and `write`, so that a program uses up nothing of its account's pages; costlier classes
   * count them too, by user (handlers/admit-token.ts).
   */
  token: { by: ['address', 'token'], max: 120, window: 60_000 },
  login: { by: ['address'], max: 60, window: 60_000 },
  register: { by: ['address'], max: 20, window: 60_000 },
  ring: { by: ['address', 'device', 'door'], max: 20, window: 60_000, code: 'ring_limited' },
  code: { by: ['address', 'everybody'], max: 10, window: 60_000 },
  /**
   * Pages that the gateway renders, by their address alone, before anything else. Without script each waiting visitor loads one every
   * 5 s. Short windows with few pages: a flood uses a whole window's worth in one moment.
   */
  page: { by: ['address'], max: 20, window: 5_000 },
  /** A form posted without script, before it is read; its action is also counted by its own class. */
  form: { by: ['address'], max: 15, window: 10_000 },
  /** Visit requests of a family or an office. A door has no rate limit, which a few senders could exhaust (see VISIT). */
  visit: { by: ['address', 'device'], max: 10, window: 600_000 },
  /** All frames except ping and media requests; each socket has its own limit, and an address may send PARTIES_FACTOR times as many. */
  frame: { by: ['user', 'visit', 'address'], max: 100, window: 10_000 },
  /** A page that prepares its media while ringing sends ten. */
  media: { by: ['user', 'visit', 'address'], max: 60, window: 10_000 },
  chat: { by: ['user', 'visit', 'address'], max: 60, window: 60_000 },
  /** Replays, one for each socket that registers. */
  replay: { by: ['user', 'visit'], max: 20, window: 60_000 },
  /** Test rings: each rings every device of the household. */
  testRing: { by: ['address', 'user'], max: 10, window: 600_000 },
  /** Invitations to a household, some of which are mailed. */
  invitation: { by: ['address', 'user'], max: 20, window: 3_600_000 },
  /** Requests to a webhook's receiver that its owner causes by hand. */
  webhookTest: { by: ['address', 'user'], max: 30, window: 60_000 },
  /**
   * Reports of workers, by their address. One whose header has the token of a push that notify has made counts as `pushReport` instead, by
   * the push's account alone: invented tokens use up no account's reports (record 0067).
   */
  report: { by: ['address'], max: 120, window: 60_000 },
  /** Twenty devices that report each push three times and read the state of a ring four times a minute. */
  pushReport: { by: ['user'], max: 600, window: 60_000 },
  /** Their bytes are kept in memory until the last one has arrived, within a limit for all (kit/body-memory.ts). */
  upload: { by: ['address', 'user', 'visit'], max: 30, window: 60_000 },
  export: { by: ['address', 'user'], max: 30, window: 60_000 },
  /** Operations that call Stripe, which takes seconds. */
  payment: { by: ['address', 'user'], max: 10, window: 60_000 },
  /** Events before their signature is verified; the counts of Stripe's own are taken back. */
  webhook: { by: ['address'], max: 60, window: 60_000 },
  /** Socket upgrades: the 100 tabs of an office may reconnect in the same moment, three times a minute. */
  upgrade: { by: ['address'], max: 300, window: 60_000 },
  none: { by: [], max: 0, window: 60_000 },
} as const satisfies Record<string, LimitRule>
/** Rings whose times one request reads: an answer is one NATS message. */
export const DELIVERY_TIMES_MAX = 500

/** The public status page: the number of days, and the least of rings and doors, so that it shows nothing about one household. */
export const STATUS = { days: 30, doorsLeast: 20, ringsLeast: 200, promptMs: 2_000 } as const

/**
 * Pages with forms, and rings, counted separately: of one address a few immediately, then each so many ms after the one before. A form
 * takes so many turns: it is performed, and if it is refused its page is rendered again.
 */
export const PACE = { atOnce: 6, apart: 40, ofForm: 2 } as const
/** A door's limit is this many times an address's, so that no single address can use it up (docs/product/decisions.md, 11). */
export const DOOR_FACTOR = 5
/**
 * A door is under pressure while more rings arrive than LIMITS.ring allows at it, and for a minute afterwards; an address is at
 * one door, while it rings there more often than `ofAddress`. Then a ring needs a proof of work, or waits for its turn (record 0042). Each
 * of the two lanes has the door's limit for itself.
 */
export const RING_PRESSURE = {
  /** Rings of one address at one door. */
  ofAddress: 60,
  ofAddressWindow: 600_000,
  /** Leading zero bits of the proof's SHA-256: 2^bits hashes on average. A phone computes some 150,000 in a second. */
  bitsLeast: 13,
  bitsMost: 16,
  /** A challenge is valid in its own minute and the next. */
  challengeMinute: 60_000,
  /** How long an address without a proof waits for its turn, and how long it may use it. */
  turnAfter: 45_000,
  turnLife: 120_000,
} as const
/** An address's frame limit is this many times a party's, so that no party behind it can use up the others' share. */
export const PARTIES_FACTOR = 5
/** An address with signed-in residents, or with API tokens, has this many times the limit of an anonymous one. */
export const RESIDENTS_FACTOR = 10
/** All addresses together have this many times the limit of one, so that many addresses cannot guess short codes. */
export const EVERYBODY_FACTOR = 60
export type LimitClass = keyof typeof LIMITS

export const SOUNDS = {
  ring: '/sounds/doorbell-ring.mp3',
  connected: '/sounds/call-connected.mp3',
  notification: '/sounds/notification.mp3',
} as const

/** A door's sounds: the first is free, the others are premium (docs/product/decisions.md, 20: custom sounds). */
export const CHIMES = {
  standard: SOUNDS.ring,
  westminster: '/sounds/chime-westminster.mp3',
  marimba: '/sounds/chime-marimba.mp3',
  gong: '/sounds/chime-gong.mp3',
} as const
