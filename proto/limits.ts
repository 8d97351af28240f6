/** Limits, timings and constants of the contract (spec section 9, decisions 5-15, states). Milliseconds unless the name says otherwise. */

export const FIELD = {
  username: 50,
  name: 50,
  email: 100,
  password: 1024,
  passwordMin: 8,
  qrCodeId: 20,
  visitorName: 100,
  ringMessage: 500,
  unitNumber: 20,
  chatMessage: 2000,
  /** A notification's words: a whole ring's message, or the beginning of a longer one. */
  notification: 500,
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
  phone: 30,
  address: 200,
  visitPurpose: 200,
  passToken: 60,
} as const

/** The chat's one sentence for an empty or over-long message. */
export const CHAT_LENGTH = `A message has 1 to ${FIELD.chatMessage} characters.`

/** Photo: a JPEG of at most 1,000,000 bytes decoded (decision 5). */
export const PHOTO_BYTES = 1_000_000

/** A door's own sound: an MP3 of at most 1,000,000 bytes. */
export const SOUND_BYTES = 1_000_000

/** An account's picture as it is sent, and the longest side of the square it is kept as. */
export const PICTURE_BYTES = 5_000_000
export const PICTURE_SIDE = 512

/** Free: one door. Premium: many, and an end to them. */
export const DOORS = { free: 1, premium: 20, graceHours: 168, floors: 50, /** Opening times of one day. */ spans: 3 } as const

/** What one account may keep; an invite to a call lives a day (decision 30). */
export const CONTACTS = { max: 1_000, inviteLife: 24 * 3_600_000 } as const

/** Stands where a visit's code would: a guest learns none of the owner's codes. No door's code is this short (decision 2). */
export const INVITE_CODE = 'invite'

export const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const

/** A form posted without script: a phone posts its camera's own picture; what is over PHOTO_BYTES is read and left out. */
export const FORM_BYTES = 16 * 1024 * 1024

export const TIME = {
  /** A ring is live this long (decision 7). Configurable: RING_LIFE_MS. */
  ringLife: 45_000,
  /** Call Again cool-down after a miss. Configurable: RING_COOLDOWN_MS. */
  ringCooldown: 20_000,
  /** The answering device must be up within this time, else its seat is freed (states). */
  seatClaim: 15_000,
  /** A freed seat waits this long for "Take over" (states). */
  seatFree: 30_000,
  visitorAway: 60_000,
  interruptedAfter: 3_000,
  interruptedEnds: 30_000,
  rejoinAfter: 5_000,
  lateCallWithin: 600_000,
  prewireFreedAfter: 5_000,
  activitiesPoll: 5_000,
  notificationsCache: 60_000,
  contactsCache: 300_000,
  visitPoll: 5_000,
  reRegister: 500,
  /** A socket that registers again within this time is answered without a replay. */
  replayedLately: 5_000,
  redirectAfterAuth: 100,
  toast: 5_000,
  /** A tooltip comes after so long at rest; at once within the second time after another. */
  tooltip: 700,
  tooltipSkip: 300,
  copied: 2_000,
  clockRefresh: 60_000,
  buttonsDead: 400,
  /** The visitor's buttons take no press for so long after a change of panel: no double tap of a cold finger cancels its own ring. */
  panelDead: 700,
  visitorTokenLife: 24 * 3_600_000,
  verifyMailLife: 72 * 3_600_000,
  /** Signed in longer ago than this, the password is asked again for what matters most (decision 26). */
  passwordFresh: 600_000,
  sessionIdle: 60 * 24 * 3_600_000,
  sessionAbsolute: 365 * 24 * 3_600_000,
  /** So long before its absolute end a session says so. */
  sessionWarning: 14 * 24 * 3_600_000,
} as const

export const AGAIN_MAX = 3

/** Visits by appointment, and what becomes of a visitor's traces. */
export const VISIT = {
  daysAhead: 90,
  /** A ring through an approved pass is announced as expected from this long before the agreed time to this long after. */
  opensBefore: 2 * 3_600_000,
  closesAfter: 4 * 3_600_000,
  /** Undecided requests that a door takes at a time. */
  waiting: 100,
  /** Of one address, undecided or asked for within a day: a few addresses leave room for others, and notify no resident without end. */
  ofAddressInADay: 10,
  /** A visitor may not erase what it left before: a resident must be able to see who rang. */
  eraseAfter: 24 * 3_600_000,
  /** A blocked browser; an address is shared by many and blocked for less. */
  block: 30 * 24 * 3_600_000,
  blockAddress: 24 * 3_600_000,
} as const

export const SOCKET = {
  path: '/ws',
  /** Largest frame in bytes, a media request; a larger one closes with 1009. */
  maxBytes: 65_536,
  /** Any other frame; a larger one is answered `too_large`. */
  maxBytesOrdinary: 12_288,
  /** Frames a socket may send per window before `error`, then 1008. */
  framesPerWindow: 120,
  window: 10_000,
  maxReconnects: 5,
  backoffBase: 1_000,
  backoffMax: 10_000,
  jitter: 1_000,
  throttle: 2_000,
  waitAfterMax: 60_000,
  heartbeat: 25_000,
  /** Sockets of a live ring or call are pinged this often. */
  heartbeatLive: 5_000,
  /** Open at once, on one gateway: a house of people behind one address, a person's devices with their tabs, one visitor's tabs. */
  most: { address: 500, user: 50, visit: 20 },
} as const

export const RETENTION_DAYS = { free: 3, premium: 30 } as const
export const PREMIUM_PRICE = { amount: '9.99', currency: 'usd' } as const
export const LIST = { default: 50, max: 100 } as const

type LimitRule = {
  readonly by: readonly ('address' | 'device' | 'door' | 'user' | 'visit' | 'everybody')[]
  readonly max: number
  readonly window: number
}
/**
 * Rate-limit classes, counted per window in Redis by every listed key, in this order: what comes after a key that is over is not counted.
 * Generous for a household, short enough that an ordinary ring works again within two minutes after an attack (interface: HTTP).
 *
 * Over HTTP, where a class counts by user and the session was seen alive lately, the user is counted, and of the address RESIDENTS_SHARE times
 * as much: a made-up cookie is counted as none. An office of 50 residents with two tabs each behind one address polls 100 × 12 = 1,200 times a
 * minute, 24 per resident (of 600), and opens its tabs with some 15 reads each, 1,500: together 2,700 of the address's 6,000. One request of
 * a tab (`GET /api/user`) comes before its session is known: 100 of the 600 of an anonymous address.
 */
export const LIMITS = {
  read: { by: ['address', 'user'], max: 600, window: 60_000 },
  write: { by: ['address', 'user'], max: 120, window: 60_000 },
  login: { by: ['address'], max: 60, window: 60_000 },
  register: { by: ['address'], max: 20, window: 60_000 },
  ring: { by: ['address', 'device', 'door'], max: 20, window: 60_000 },
  code: { by: ['address', 'everybody'], max: 10, window: 60_000 },
  /** A form posted without script, before it is read; what it asks for is counted by its own class. */
  form: { by: ['address'], max: 60, window: 60_000 },
  /** Requests for a visit: what a family or an office asks for at once. A door is bounded by what waits there (VISIT): by the minute, a few could close it. */
  visit: { by: ['address', 'device'], max: 10, window: 600_000 },
  /** Every frame but ping and media requests; a socket has its own limit besides, and an address takes PARTIES_SHARE times as many. */
  frame: { by: ['user', 'visit', 'address'], max: 100, window: 10_000 },
  /** A page that prepares its media while it rings sends ten. */
  media: { by: ['user', 'visit', 'address'], max: 60, window: 10_000 },
  chat: { by: ['user', 'visit', 'address'], max: 60, window: 60_000 },
  /** What a party missed, read anew for each socket that registers. */
  replay: { by: ['user', 'visit'], max: 20, window: 60_000 },
  upload: { by: ['address', 'visit'], max: 30, window: 60_000 },
  export: { by: ['address', 'user'], max: 30, window: 60_000 },
  /** Upgrades to a socket: the 100 tabs of an office may lose their network and come back at once, three times a minute. */
  upgrade: { by: ['address'], max: 300, window: 60_000 },
  none: { by: [], max: 0, window: 60_000 },
} as const satisfies Record<string, LimitRule>
/** A door takes this many times what one address may: no single address can spend a door's budget (decision 11). */
export const DOOR_SHARE = 5
/** Frames of one address: several parties live behind it, and none of them can spend the others' budget. */
export const PARTIES_SHARE = 5
/** An address whose residents are signed in takes this many times what an anonymous one may. */
export const RESIDENTS_SHARE = 10
/** All addresses together take this many times what one may: short codes cannot be tried from a network of addresses at will. */
export const EVERYBODY_SHARE = 60
export type LimitClass = keyof typeof LIMITS

export const SOUNDS = {
  ring: '/sounds/doorbell-ring.mp3',
  connected: '/sounds/call-connected.mp3',
  notification: '/sounds/notification.mp3',
} as const

/** What a door may ring with: the first is everybody's, the others are premium's (decision 20: custom sounds). */
export const CHIMES = {
  standard: SOUNDS.ring,
  westminster: '/sounds/chime-westminster.mp3',
  marimba: '/sounds/chime-marimba.mp3',
  gong: '/sounds/chime-gong.mp3',
} as const
