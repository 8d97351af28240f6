/** The visits at the demo's doors, with their texts: sixty days of a small household, the same each time. */
import { DAY_MS } from '#proto/durations.ts'
import type { Outcome, Purpose } from '#proto/entities.ts'
import type { Input } from '#proto/operations/index.ts'
import type { Caller } from './scene.ts'

export const DAYS = 60

export type Line = { readonly by: 'visitor' | 'resident'; readonly text: string }
type Guest = {
  readonly name: string
  readonly purpose: Purpose | null
  readonly says: readonly string[]
  readonly unit?: string
  readonly hours: readonly [number, number]
  /** The frequency, relative to the others. */
  readonly weight: number
  readonly looks?: Caller
  readonly chats: readonly (readonly Line[])[]
}
export type StoryVisit = {
  readonly at: Date
  readonly door: 'front' | 'garden'
  readonly visitorName: string
  readonly message: string
  readonly unitNumber: string | null
  readonly purpose: Purpose | null
  readonly looks: Caller | undefined
  readonly outcome: Outcome
  readonly endedAfter: number
  readonly device: string
  readonly chat: readonly (Line & { readonly after: number })[]
  readonly callSeconds: number | null
}

const visitor = (text: string): Line => ({ by: 'visitor', text })
const resident = (text: string): Line => ({ by: 'resident', text })

const GUESTS: readonly Guest[] = [
  {
    name: 'Marcus Bell',
    purpose: 'delivery',
    says: ['Parcel for 4B', 'Two parcels, one needs a signature', 'A large parcel, it will not fit the box'],
    unit: '4B',
    hours: [9, 17],
    weight: 5,
    looks: { skin: '#e0a27c', hair: '#3b2a22', coat: '#2f6f5e', wears: 'cap', parcel: true },
    chats: [
      [resident('Please leave it at the door'), visitor('Done, have a nice day')],
      [resident('Two minutes, please'), visitor('No problem'), resident('Thank you!')],
    ],
  },
  {
    name: 'Delivery',
    purpose: 'delivery',
    says: ['Delivery at the door.'],
    hours: [10, 20],
    weight: 4,
    chats: [[resident('Please leave it with the neighbours in 4A'), visitor('Will do')]],
  },
  {
    name: 'Nora Lindqvist',
    purpose: 'guest',
    says: ['I am early, sorry!', 'Here for dinner', 'Surprise visit'],
    hours: [16, 21],
    weight: 4,
    looks: { skin: '#f0c7a4', hair: '#b9803f', coat: '#7a4f8c', wears: 'hair', parcel: false },
    chats: [[resident("I'm on my way"), visitor('Take your time'), resident('Door is open, third floor')]],
  },
  {
    name: 'Tomás Ferreira',
    purpose: 'guest',
    says: ['Brought the ladder back', 'Are you in?'],
    unit: '2A',
    hours: [11, 20],
    weight: 3,
    looks: { skin: '#b57a52', hair: '#1f1713', coat: '#33557a', wears: 'cap', parcel: false },
    chats: [[resident('Just put it in the hall, thanks'), visitor('There it is. See you Saturday!')]],
  },
  {
    name: 'Greta Hofmann, heating',
    purpose: 'service',
    says: ['Here for the yearly check of the boiler', 'I have the spare part with me'],
    hours: [8, 13],
    weight: 2,
    looks: { skin: '#e7b592', hair: '#5a3b2a', coat: '#b3592f', wears: 'hair', parcel: false },
    chats: [[resident('The cellar key is with the neighbour on the left'), visitor('Found it, thank you')]],
  },
  {
    name: 'Window cleaner',
    purpose: 'service',
    says: ['We would start at the back, is that fine?'],
    hours: [8, 11],
    weight: 1,
    chats: [[resident('Yes, please')]],
  },
  {
    name: 'Priya and Sam',
    purpose: 'guest',
    says: ['We have cake', 'The film starts in an hour'],
    hours: [14, 20],
    weight: 2,
    looks: { skin: '#9c6644', hair: '#17110e', coat: '#a83f58', wears: 'hair', parcel: false },
    chats: [[resident('Coming down'), visitor('Hurry, it is a good cake')]],
  },
  {
    name: 'Somebody from no. 16',
    purpose: 'other',
    says: ['Your car light is on', 'A letter of yours was in our box'],
    hours: [9, 21],
    weight: 2,
    chats: [[resident('Oh, thank you for telling me!'), visitor('You are welcome')]],
  },
]

/** The resident's contacts; addresses that receive no mail (RFC 2606). */
export const CONTACTS: readonly Input<'doorbell.add_contact'>[] = [
  {
    firstName: 'Nora',
    lastName: 'Lindqvist',
    email: 'nora@demo.invalid',
    phone: '+1 555 0111',
    address: '3 Harbour Street',
    notes: 'Comes early',
    isFavorite: true,
  },
  {
    firstName: 'Tomás',
    lastName: 'Ferreira',
    email: 'tomas@demo.invalid',
    phone: '+1 555 0112',
    notes: 'Flat 2A, has our spare key',
    isFavorite: true,
  },
  { firstName: 'Greta', lastName: 'Hofmann', email: 'greta@demo.invalid', phone: '+1 555 0113', notes: 'Heating', isFavorite: false },
  { firstName: 'Priya', lastName: 'Nair', email: 'priya@demo.invalid', phone: '+1 555 0114', isFavorite: false },
]

const OUTCOMES: readonly (readonly [Outcome, number])[] = [
  ['answered_message', 6],
  ['answered_video', 5],
  ['missed', 5],
  ['answered_audio', 2],
  ['dismissed', 1],
  ['cancelled', 1],
]
const VISITS_A_DAY: readonly (readonly [number, number])[] = [
  [0, 2],
  [1, 4],
  [2, 4],
  [3, 2],
]
const DEVICES = ['Chrome on Windows', 'Safari on iPhone'] as const

/** Mulberry32: the same numbers for the same seed. */
function chance(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

type Dice = ReturnType<typeof dice>
function dice(next: () => number) {
  const whole = (from: number, to: number) => from + Math.floor(next() * (to - from + 1))
  const one = <T>(list: readonly [T, ...T[]] | readonly T[]): T => list[whole(0, list.length - 1)] as T
  const weighed = <T>(list: readonly (readonly [T, number])[]): T => {
    let left = next() * list.reduce((sum, [, weight]) => sum + weight, 0)
    for (const [entry, weight] of list) {
      left -= weight
      if (left < 0) return entry
    }
    return list[0]?.[0] as T
  }
  return { whole, one, weighed, happens: (share: number) => next() < share }
}

/** @param recent whether the visit is shown first: each visitor who ever takes a photo has then taken one */
function visit(roll: Dice, day: Date, recent: boolean): StoryVisit {
  const guest = roll.weighed(GUESTS.map((known) => [known, known.weight] as const))
  const outcome = roll.weighed(OUTCOMES)
  const at = new Date(day)
  at.setHours(roll.whole(guest.hours[0], guest.hours[1]), roll.whole(0, 59), roll.whole(0, 59), 0)
  const endedAfter = roll.whole(5, 30)
  const lines =
    outcome === 'answered_message'
      ? roll.one(guest.chats)
      : outcome === 'missed' && roll.happens(0.4)
        ? [visitor('I will come again tomorrow')]
        : []
  let after = outcome === 'missed' ? 60 : endedAfter
  const chat = lines.map((line) => {
    after += roll.whole(3, 40)
    return { ...line, after }
  })
  return {
    at,
    door: guest.purpose !== 'delivery' && roll.happens(0.25) ? 'garden' : 'front',
    visitorName: guest.name,
    message: roll.one(guest.says),
    unitNumber: guest.unit ?? null,
    purpose: guest.purpose,
    looks: roll.happens(0.55) || recent ? guest.looks : undefined,
    outcome,
    endedAfter,
    device: roll.one(DEVICES),
    chat,
    callSeconds: outcome === 'answered_video' || outcome === 'answered_audio' ? roll.whole(12, 260) : null,
  }
}

/** Oldest first; nothing later than half an hour before `now`. */
export function createStory(now: Date): StoryVisit[] {
  const roll = dice(chance(3))
  const visits: StoryVisit[] = []
  for (let ago = DAYS - 1; ago >= 0; ago -= 1) {
    const day = new Date(now.getTime() - ago * DAY_MS)
    // The last days are the first that a user sees.
    const least = ago < 2 ? 3 : 0
    const count = Math.max(least, roll.weighed(VISITS_A_DAY))
    for (let index = 0; index < count; index += 1) visits.push(visit(roll, day, ago < 3))
  }
  const latest = now.getTime() - 30 * 60_000
  return visits.filter(({ at }) => at.getTime() <= latest).sort((a, b) => a.at.getTime() - b.at.getTime())
}
