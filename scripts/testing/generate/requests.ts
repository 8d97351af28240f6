/** Generates requests and frames from a rule and the contract, with references to existing ids. */
import type fc from 'fast-check'
import { z } from 'zod'
import { ClientFrame } from '#proto/frames/client.ts'
import type { Operation } from '#proto/operation.ts'
import { operationNamed } from '#proto/operations/index.ts'
import {
  FRAME_ANSWERS,
  FRAME_RULES,
  type FrameType,
  HINTS,
  type Pool,
  type PublicName,
  RULES,
  type Rule,
  type Values,
  WHOLE,
} from './rules.ts'
import { valuesOf } from './values.ts'

/** The existing ids that the sender may use. */
export type Scene = {
  /** @param pick any number: it selects an existing one @returns undefined if there is none */
  take(pool: Pool, pick: number): unknown
}
export type WireRequest = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
}

const made = new Map<string, fc.Arbitrary<Values>>()
function once(name: string, make: () => fc.Arbitrary<unknown>): fc.Arbitrary<Values> {
  const known = made.get(name) ?? (make() as fc.Arbitrary<Values>)
  made.set(name, known)
  return known
}

/** @returns valid inputs of an operation; ids of existing objects are filled in when they are sent */
export const inputsOf = (name: PublicName): fc.Arbitrary<Values> =>
  once(name, () => WHOLE[name] ?? valuesOf(operationNamed(name).input, { ...HINTS, ...RULES[name].hints }, name))

/** @returns valid frames of a type, likewise */
export function framesOf(type: FrameType): fc.Arbitrary<Values> {
  const option = ClientFrame.options.find((schema) => schema.shape.type.value === type)
  if (!option) throw new Error(`no frame ${type}`)
  return once(`frame ${type}`, () => valuesOf(option, HINTS, `frame ${type}`))
}

/** @returns the input with an existing id in each field that names one; undefined while an object that it needs does not exist yet */
function filled(input: Values, refs: Rule['refs'], needed: (field: string) => boolean, scene: Scene, pick: number): Values | undefined {
  const full: Record<string, unknown> = { ...input }
  for (const [field, pool] of Object.entries(refs ?? {})) {
    if (!needed(field) && (full[field] === undefined || full[field] === null)) continue
    const value = scene.take(pool, pick)
    if (value !== undefined) full[field] = value
    else if (needed(field)) return undefined
    else delete full[field]
  }
  return full
}

const inPath = (operation: Operation, field: string) => new RegExp(`:${field}(/|$)`).test(operation.http?.path ?? '')
const isOptional = ({ input }: Operation, field: string) => input instanceof z.ZodObject && input.shape[field]?._zod.optin === 'optional'

/** @returns an operation's input with existing ids; undefined while an object that it names does not exist yet */
export function fillInput(name: PublicName, input: Values, scene: Scene, pick: number): Values | undefined {
  const operation = operationNamed(name)
  return filled(input, RULES[name].refs, (field) => inPath(operation, field) || !isOptional(operation, field), scene, pick)
}

/**
 * @returns a frame as it is sent now, with the frame that acknowledges it; undefined while something it names does not exist yet
 */
export function fillFrame(type: FrameType, frame: Values, scene: Scene, pick: number): Values | undefined {
  const known = FRAME_ANSWERS[type] === 'acknowledged' ? { requestId: `r${pick}`, ...frame } : frame
  return filled(known, FRAME_RULES[type].refs, (field) => field in frame, scene, pick)
}

const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
const entries = (fields: Values) =>
  Object.entries(fields).flatMap(([key, value]): [string, string][] =>
    value === undefined || value === null ? [] : [[key, asText(value)]],
  )

/** @returns the HTTP request of an input */
export function requestOf(name: PublicName, input: Values): WireRequest {
  const { http } = operationNamed(name)
  if (!http) throw new Error(`${name} has no route`)
  const fields: Record<string, unknown> = { ...input }
  const path = http.path.replace(/:(\w+)/g, (_whole, key: string) => {
    const value = asText(fields[key])
    delete fields[key]
    return encodeURIComponent(value)
  })
  const { method } = http
  if (method === 'GET') {
    const query = new URLSearchParams(entries(fields)).toString()
    return { method, path: query ? `${path}?${query}` : path, headers: {} }
  }
  const { bytes } = RULES[name]
  if (bytes) return { method, path, headers: { 'content-type': bytes.type }, body: bytes.body }
  if (http.body === 'form')
    return {
      method,
      path,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(entries(fields)).toString(),
    }
  return { method, path, headers: { 'content-type': 'application/json' }, body: JSON.stringify(fields) }
}
