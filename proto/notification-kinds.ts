/**
 * The kinds of stored notifications: the params that each stores, and the English sentences built from them when read. A kind without a
 * sentence does not compile. The resident's page has the German ones (de-notifications.ts).
 */
import type { NotificationParams, UnreadCounts } from './entities.ts'

type KindTraits = {
  /** The parameters of its sentences. */
  readonly params: readonly (keyof NotificationParams)[]
  /** The group that the mailed summary counts it in. */
  readonly countedAs: keyof UnreadCounts
  /** A state of a ring's notification, which is read and acted on with the ring. */
  readonly ofRing?: true
}

/** At most ten letters each, as the column `kind`. */
const TRAITS = {
  ring: { params: ['name'], countedAs: 'missed', ofRing: true },
  missed: { params: ['name'], countedAs: 'missed', ofRing: true },
  /** The visitor cancelled. */
  left: { params: ['name'], countedAs: 'missed', ofRing: true },
  message: { params: ['name'], countedAs: 'messages' },
  visit: { params: ['name'], countedAs: 'visits' },
  device: { params: ['device'], countedAs: 'system' },
  plan: { params: ['tier'], countedAs: 'system' },
  /** Somebody has used an invitation to the household. */
  joined: { params: ['name'], countedAs: 'system' },
} as const satisfies Readonly<Record<string, KindTraits>>

export type NotificationKind = keyof typeof TRAITS
export const NOTIFICATION_KINDS = Object.keys(TRAITS) as readonly NotificationKind[]

type ParamsOf<K extends NotificationKind> = {
  readonly [P in (typeof TRAITS)[K]['params'][number]]: NonNullable<NotificationParams[P]>
}
/** A kind with its params. */
export type NotificationContent = { readonly [K in NotificationKind]: { readonly kind: K; readonly params: ParamsOf<K> } }[NotificationKind]
/** A sentence for each kind, in one language. */
export type NotificationSentences<K extends NotificationKind = NotificationKind> = { readonly [P in K]: (params: ParamsOf<P>) => string }

export const NOTIFICATION_TITLES: NotificationSentences = {
  ring: ({ name }) => `${name} rang your doorbell`,
  missed: ({ name }) => `You missed ${name}`,
  left: ({ name }) => `${name} rang and left`,
  message: ({ name }) => `Message from ${name}`,
  visit: ({ name }) => `${name} requests a visit`,
  device: () => 'New device signed in',
  plan: () => 'Your plan has changed',
  joined: ({ name }) => `${name} joined your household`,
}

/** Kinds of the system itself; the message of the others is the visitor's text. */
export const NOTIFICATION_MESSAGES: NotificationSentences<'device' | 'plan' | 'joined'> = {
  device: ({ device }) => `${device}.`,
  plan: ({ tier }) => (tier === 'premium' ? 'You are on the Premium plan.' : 'You are on the Free plan.'),
  joined: () => 'Rings at the doors that you shared reach them too.',
}

const kindsWith = (has: (traits: KindTraits) => boolean) => NOTIFICATION_KINDS.filter((kind) => has(TRAITS[kind]))
/** The states of a ring's notification. */
export const RING_KINDS: readonly string[] = kindsWith(({ ofRing }) => ofRing === true)
export const kindsCountedAs = (count: keyof UnreadCounts): readonly NotificationKind[] => kindsWith(({ countedAs }) => countedAs === count)

const EMPTY = { name: '', device: '', tier: 'free' } as const satisfies Required<NotificationParams>

/**
 * @returns undefined if the kind has no such sentence, as one of a newer server, or if one of its params is missing, as from an older
 * server
 */
export function makeSentence(
  sentences: Partial<NotificationSentences>,
  { kind, params }: { readonly kind: NotificationKind; readonly params?: NotificationParams },
): string | undefined {
  const needed: readonly (keyof NotificationParams)[] | undefined = Object.hasOwn(TRAITS, kind) ? TRAITS[kind].params : undefined
  if (!needed?.every((name) => params?.[name] !== undefined)) return undefined
  return sentences[kind]?.({ ...EMPTY, ...params })
}

/** A title around its name; without a name, the whole title is before. */
export type TitleParts = { readonly kind: NotificationKind; readonly before: string; readonly after: string }
const NAME = '\u{fffc}'
export const titleParts = (titles: NotificationSentences): readonly TitleParts[] =>
  NOTIFICATION_KINDS.map((kind) => {
    const [before = '', after = ''] = titles[kind]({ ...EMPTY, name: NAME }).split(NAME)
    return { kind, before, after }
  })

/**
 * The kinds whose title contains the text, in any case. The titles are compared without a name: names are searched in the database.
 */
export function kindsTitled(titles: NotificationSentences, text: string): readonly NotificationKind[] {
  const part = text.normalize('NFKC').toLowerCase()
  const isFound = ({ before, after }: TitleParts) => {
    const title = `${before}${after}`.normalize('NFKC').toLowerCase()
    // A name within the sentence leaves two spaces.
    return title.includes(part) || title.replaceAll(/\s+/g, ' ').trim().includes(part)
  }
  return titleParts(titles)
    .filter(isFound)
    .map(({ kind }) => kind)
}
