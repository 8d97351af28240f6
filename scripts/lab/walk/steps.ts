/** The steps of a walk, and histories of them drawn from a seed. */
import fc from 'fast-check'
import { TIME } from '#proto/limits.ts'
import { framesOf, inputsOf } from '#scripts/testing/generate/requests.ts'
import { type FrameType, frameTypes, type PublicName, publicNames, type Values } from '#scripts/testing/generate/rules.ts'

/** `who` chooses household, device or visitor; `pick` chooses among the objects that a field can name. */
export type Step =
  | { readonly kind: 'operation'; readonly name: PublicName; readonly input: Values; readonly who: number; readonly pick: number }
  | { readonly kind: 'frame'; readonly type: FrameType; readonly frame: Values; readonly who: number; readonly pick: number }
  | { readonly kind: 'time'; readonly milliseconds: number }
  | { readonly kind: 'grant'; readonly who: number }
export type History = readonly Step[]

const SECOND = 1_000
const HOUR = 3_600 * SECOND
/** How far the clock is moved: a second, past Call Again, a ring, password freshness, erasure and a free account's retention. */
const WAITS = [SECOND, TIME.ringCooldown + 1_000, TIME.ringLife + 1_000, 601 * SECOND, 6 * HOUR, 25 * HOUR, 73 * HOUR]

const who = fc.nat(63)
const pick = fc.nat(9_999)
const operation = (name: PublicName): fc.Arbitrary<Step> =>
  fc.record({ kind: fc.constant('operation' as const), name: fc.constant(name), input: inputsOf(name), who, pick })
const frame = (type: FrameType): fc.Arbitrary<Step> =>
  fc.record({ kind: fc.constant('frame' as const), type: fc.constant(type), frame: framesOf(type), who, pick })
const time: fc.Arbitrary<Step> = fc.constantFrom(...WAITS).map((milliseconds) => ({ kind: 'time', milliseconds }))
const grant: fc.Arbitrary<Step> = who.map((account) => ({ kind: 'grant', who: account }))

/** The first steps, which make the objects that most operations name. */
const FIRST: readonly PublicName[] = [
  'doorbell.ring',
  'doorbell.request_visit',
  'doorbell.add_contact',
  'doorbell.invite_contact',
  'doorbell.add_door',
  'doorbell.put_sound',
]
/** The most frequent steps at a door. */
const OFTEN: readonly PublicName[] = [
  'doorbell.ring',
  'doorbell.ring',
  'doorbell.handle',
  'doorbell.change_preferences',
  'doorbell.change_door',
]

const prelude = FIRST.flatMap((name) => [0, 1].map((household) => operation(name).map((step) => ({ ...step, who: household }))))
const all = [
  ...[...publicNames, ...OFTEN].map(operation),
  ...[...frameTypes, 'chat_message' as const, 'call_response' as const].map(frame),
  time,
  time,
  grant,
]
/** Every operation and frame once, in any order. */
const round = fc.shuffledSubarray(all, { minLength: all.length, maxLength: all.length }).chain((steps) => fc.tuple(...steps))

/** @returns the same history for the same seed: each operation and frame in every round of some ninety steps */
export function drawHistory(seed: number, steps: number): History {
  const first = fc.sample(fc.tuple(...prelude), { numRuns: 1, seed }).flat()
  const rounds = Math.max(1, Math.ceil((steps - first.length) / all.length))
  return [...first, ...fc.sample(round, { numRuns: rounds, seed }).flat()].slice(0, steps)
}

export const nameOf = (step: Step): string =>
  step.kind === 'operation' ? step.name : step.kind === 'frame' ? `frame ${step.type}` : step.kind
