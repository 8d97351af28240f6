/** What a posted visitor form does, one arm per action; each is an ordinary call with the ordinary checks. */
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { Refusal } from '#kit/refusal.ts'
import type { Caller, CookieEffects } from '#proto/envelope.ts'
import { type OperationName, type Output, operationByName } from '#proto/operations/index.ts'
import type { PostedForm, ReadForm } from '../domain/ports.ts'
import type { VisitorWords } from '../domain/visitor-words.ts'
import { addressOf } from './caller.ts'
import { enter, type ForwardDeps, perform } from './forward.ts'

export type Answered<N extends OperationName> = { readonly output: Output<N>; readonly cookies?: CookieEffects }
type Post = {
  readonly qrCodeId: string
  readonly id: number
  readonly form: PostedForm
  readonly caller: Caller
  readonly words: VisitorWords
}

/** A ring that was refused, with the words to show again: nothing typed is lost. */
export class RefusedForm extends Error {
  readonly refusal: Refusal
  readonly values: Readonly<Record<string, string>>

  constructor(refusal: Refusal, values: Readonly<Record<string, string>>) {
    super(refusal.message)
    this.refusal = refusal
    this.values = values
  }
}

/** One operation, by the same way as a request to its path. */
export async function callAs<N extends OperationName>(
  deps: ForwardDeps,
  name: N,
  input: Record<string, unknown>,
  caller: Caller,
  photo?: Buffer,
): Promise<Answered<N>> {
  const operation = operationByName.get(name)
  if (!operation) throw new Error(`no operation ${name}`)
  return (await perform(deps, operation, input, await enter(deps, operation, caller, input), photo)) as Answered<N>
}

/** Counts the address before the form's first byte is read. @throws Refusal limited, media_type, too_large, malformed */
export async function readCountedForm(deps: ForwardDeps & { readonly readForm: ReadForm }, request: IncomingMessage): Promise<PostedForm> {
  await deps.guard.admit('form', { address: addressOf(deps, request) })
  return deps.readForm(request)
}

/** `location`: where the answer is to be read, when it is not the door's own page. */
type Done = { readonly cookies?: CookieEffects; readonly location?: string }

/** Refused, the form is shown again with every word typed. */
async function orShown<T>(fields: Readonly<Record<string, string>>, work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    throw error instanceof Refusal ? new RefusedForm(error, fields) : error
  })
}

/** The picture beside a message; without it the message stands all the same. */
async function addPhoto(deps: ForwardDeps, { id, form, caller }: Post): Promise<void> {
  if (!form.photo) return
  await deps.bytes.send('doorbell.put_photo', { id }, caller, form.photo, { 'content-type': 'image/jpeg' }).catch((err: unknown) => {
    deps.log.warn({ err, activityId: id }, 'the photo did not follow its message')
  })
}

const arms: Readonly<Record<string, (deps: ForwardDeps, post: Post) => Promise<Done>>> = {
  cancel: (deps, { id, caller }) => callAs(deps, 'doorbell.cancel', { id }, caller),
  message: async (deps, post) => {
    const { id, form, caller } = post
    const key = form.fields.idempotencyKey
    const written = await callAs(
      deps,
      'doorbell.write_as_visitor',
      { id, message: form.fields.message ?? '', ...(key ? { key } : {}) },
      caller,
    )
    await addPhoto(deps, post)
    return written
  },
  schedule: async (deps, { qrCodeId, form: { fields }, caller }) => {
    const { visitorName = '', email = '', phone = '', residentName = '', date = '', time = '', purpose = '' } = fields
    const input = { qrCodeId, visitorName, email, phone, residentName, date, time, purpose }
    const { output } = await orShown(fields, callAs(deps, 'doorbell.request_visit', input, caller))
    return { location: `/visitor/pass/${output.token}` }
  },
  erase: async (deps, { id, qrCodeId, form: { fields }, caller }) => {
    const { cookies } = await orShown(fields, callAs(deps, 'doorbell.erase_visit', { id }, caller))
    return { location: `/visitor/${encodeURIComponent(qrCodeId)}?tab=left`, ...(cookies ? { cookies } : {}) }
  },
  again: async (deps, { id, qrCodeId, caller }) => {
    const { output: first } = await callAs(deps, 'doorbell.visit', { id }, caller)
    const { visitorName, message, unitNumber, purpose } = first
    return callAs(
      deps,
      'doorbell.ring',
      { qrCodeId, visitorName, message, unitNumber, purpose, againOf: first.againOf ?? first.id },
      caller,
    )
  },
  ring: async (deps, { qrCodeId, form, caller, words }) => {
    const { fields } = form
    const chip = fields.purpose && Object.hasOwn(words.chips, fields.purpose) ? words.chips[fields.purpose] : undefined
    const visitorName = fields.visitorName?.trim() || chip?.label || ''
    const message = fields.message?.trim() || chip?.message || ''
    const input = { qrCodeId, visitorName, message, unitNumber: fields.unitNumber ?? '', ...(chip ? { purpose: fields.purpose } : {}) }
    const pass = fields.pass ? { pass: fields.pass } : {}
    return orShown(fields, callAs(deps, 'doorbell.ring', { ...input, ...pass }, caller, form.photo))
  },
}

/** @returns the cookies the answer sets, and where it is to be read @throws RefusedForm for a form with words, Refusal otherwise */
export async function submitForm(deps: ForwardDeps, post: Omit<Post, 'id'>): Promise<Done> {
  const { fields } = post.form
  const action = fields.action ?? 'ring'
  const arm = Object.hasOwn(arms, action) ? arms[action] : undefined
  if (!arm) throw new Refusal('malformed')
  const caller = { ...post.caller, idempotencyKey: fields.idempotencyKey?.slice(0, 100) || randomUUID() }
  return arm(deps, { ...post, caller, id: Number(fields.visitId) })
}
