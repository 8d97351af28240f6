/**
 * Which accounts belong to which k6 of a distributed run. `--execution-segment` gives each of n equal parts every n-th virtual user and
 * iteration (k6, lib/execution_segment.go); accounts are divided in the same way. So the visitors of a k6 ring at doors whose residents it
 * holds itself, and every latency between the two sides is measured by the clock of one machine.
 */
import { StartError } from '../servers/server.ts'
import type { LoadShape } from './scenarios.ts'

/** One k6 of `count` that share the load equally; the first has the index 0. */
export type Segment = { readonly index: number; readonly count: number }

/** How much of a load one k6 has. */
export type Share = {
  /** Accounts that answer rings, the first ones of this k6; those with idle sockets follow. */
  readonly answering: number
  readonly idle: number
  readonly accounts: number
  /** Virtual users that hold their sockets. */
  readonly users: { readonly answering: number; readonly idle: number }
}

/** Fractions of k6 are rational numbers; the nearest two of a run differ by far more. */
const ROUNDING = 1e-9

/**
 * @param segment as `exec.test.options` has them: `1/4:1/2`, and `0,1/4,1/2,3/4,1`; without a sequence k6 fills what is missing
 * @throws StartError unless the parts are equal
 */
export function readSegment(segment: string | null | undefined, sequence: string | null | undefined): Segment {
  if (!segment) return { index: 0, count: 1 }
  const [from = 0, to = 1] = segment.split(':').map(fractionOf)
  const count = Math.round(1 / (to - from))
  const points = sequence ? sequence.split(',').map(fractionOf) : [...new Set([0, from, to, 1])]
  const isEqual = points.length === count + 1 && points.every((point, index) => Math.abs(point - index / count) < ROUNDING)
  if (!isEqual)
    throw new StartError(
      `The parts of a distributed run have to be equal: --execution-segment "${segment}" ` +
        'needs an --execution-segment-sequence such as "0,1/3,2/3,1".',
    )
  return { index: Math.round(from * count), count }
}

function fractionOf(text: string): number {
  const [above = '', below = '1'] = text.split('/')
  return Number(above) / Number(below)
}

/** @returns how many of an amount fall on a segment, if each gets every n-th */
const partOf = (amount: number, { index, count }: Segment): number => Math.max(0, Math.ceil((amount - index) / count))

/** @throws StartError where more k6 share the load than it has residents' virtual users */
export function shareOf(shape: LoadShape, segment: Segment): Share {
  const answering = partOf(shape.answering, segment)
  const users = { answering: partOf(shape.users.answering, segment), idle: partOf(shape.users.idle, segment) }
  if (shape.answering > 0 && users.answering === 0)
    throw new StartError(`At most ${shape.users.answering} k6 can share this load, not ${segment.count}.`)
  return {
    answering,
    idle: partOf(shape.answering + shape.idle, segment) - answering,
    accounts: partOf(shape.accounts, segment) + (shape.hasFloodedDoor ? 1 : 0),
    users,
  }
}

/** @returns the position among all accounts of a run of the n-th account of a segment */
export function positionOf(shape: LoadShape, segment: Segment, nth: number): number {
  return nth < partOf(shape.accounts, segment) ? segment.index + nth * segment.count : shape.accounts + segment.index
}

/** @returns how many accounts a run needs in all */
export function accountsOf(shape: LoadShape, { count }: Pick<Segment, 'count'>): number {
  return shape.accounts + (shape.hasFloodedDoor ? count : 0)
}
