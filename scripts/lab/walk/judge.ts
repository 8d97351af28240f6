/** Checks that hold for every answer. */
import { isDeepStrictEqual } from 'node:util'
import { ERRORS, type ErrorBody, type ErrorCode, errorStatuses } from '#proto/errors.ts'
import type { Operation } from '#proto/operation.ts'
import { operationNamed } from '#proto/operations/index.ts'
import type { PublicName, Values } from '#scripts/testing/generate/rules.ts'
import type { HttpAnswer } from '#scripts/testing/http-client.ts'
import { Fault } from './fault.ts'

/** Errors of the gateway, which operations do not declare. */
const GATEWAY_ERRORS = new Set<ErrorCode>(['limited', 'ring_limited'])
/** Errors with status 503 that the contract allows: the server accepts no payments. */
const DECLARED_503 = new Set<ErrorCode>(['billing_off'])

const isObject = (value: unknown): value is Values => typeof value === 'object' && value !== null && !Array.isArray(value)

/** @returns the code of a valid error body, or undefined */
export function codeOf({ status, body }: HttpAnswer): ErrorCode | undefined {
  if (!isObject(body)) return undefined
  const { message, code } = body as Partial<ErrorBody>
  const known = typeof code === 'string' && Object.hasOwn(ERRORS, code) && errorStatuses(code).includes(status)
  return known && typeof message === 'string' && message.length > 0 ? code : undefined
}

/** @throws Fault for a body that the output's schema refuses or truncates */
export function fitsOutput(operation: Operation, body: unknown): void {
  const parsed = operation.output.safeParse(body)
  if (!parsed.success) throw new Fault(`${operation.name} answers what its schema does not take`, { issues: parsed.error.issues, body })
  if (operation.output._zod.def.type !== 'unknown' && !isDeepStrictEqual(parsed.data, body))
    throw new Fault(`${operation.name} answers fields that its schema does not have`, body)
}

/** @throws Fault for an answer that the contract does not allow @returns whether the operation was done */
export function judge(name: PublicName, answer: HttpAnswer, sent: unknown): boolean {
  const operation = operationNamed(name)
  const { status, text } = answer
  const seen = { status, text: text.slice(0, 400), sent }
  const isForm = operation.http?.body === 'form'
  const code = codeOf(answer)
  if (status >= 500 && !(code && DECLARED_503.has(code) && operation.errors.includes(code)))
    throw new Fault(`${name} answers ${status}`, seen)
  if (status < 400) {
    if (status !== (operation.http?.status ?? 200)) throw new Fault(`${name} answers ${status}`, seen)
    if (operation.http?.answer !== 'stream' && !isForm && status !== 204 && status !== 303) fitsOutput(operation, answer.body)
    return true
  }
  if (isForm) {
    if (!String(answer.headers['content-type']).startsWith('text/html')) throw new Fault(`${name} refuses without a page`, seen)
    return false
  }
  if (!code) throw new Fault(`${name} refuses in another shape`, seen)
  const expected = operation.errors.includes(code) || GATEWAY_ERRORS.has(code)
  if (!expected) throw new Fault(`${name} refuses a valid input with ${code}`, seen)
  return false
}

/** Whether the answer contains the written values; fields that the answer lacks are not compared. */
function containsWritten(written: unknown, read: unknown): boolean {
  if (written === undefined) return true
  if (!isObject(written) || !isObject(read)) return isDeepStrictEqual(written, read) || (written === '' && read === null)
  return Object.entries(written).every(([key, value]) => !(key in read) || containsWritten(value, read[key]))
}

/** @throws Fault if an answer differs from the sent value after sanitizing */
export function showsInput(name: PublicName, input: Values, body: unknown, skip: readonly string[]): void {
  const parsed = operationNamed(name).input.safeParse(input)
  if (!parsed.success || !isObject(body)) return
  for (const [key, value] of Object.entries(parsed.data as Values))
    if (!skip.includes(key) && key in body && !containsWritten(value, body[key]))
      throw new Fault(`${name} answers another ${key} than was written`, { written: value, read: body[key] })
}

/** Fields that change with time or by other clients, or that depend on who reads. */
const MOVING = new Set(
  (
    'version visitorAway delivered seen alerts quiet endsAt photoUrl inLine canWrite againAt againLeft messageLeft ' +
    'actionRequired offersCamera read messages openNow doorActive hasChat outcome isHandled ' +
    'answeredBy answeredSession answeredAt callSeconds lastActivity status isCurrent lastSeenAt'
  ).split(' '),
)

/** @throws Fault if a list or a page shows other values than the answer to the write */
export function readsAs(name: string, written: Values, read: Values): void {
  for (const [key, value] of Object.entries(written))
    if (!MOVING.has(key) && !isDeepStrictEqual(value, read[key]))
      throw new Fault(`${name} shows another ${key} than was answered`, { written: value, read: read[key] })
}
