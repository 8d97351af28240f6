/** Reads and performs a posted visitor form, one function per action; each runs an operation with its usual checks. */
import { randomUUID } from 'node:crypto'
import type { Request, Response } from 'express'
import { AppError } from '#kit/app-error.ts'
import type { CookieEffects } from '#proto/envelope.ts'
import { type OperationName, type Output, operationByName, operationNamed } from '#proto/operations/index.ts'
import { ringDetails } from '#proto/ring-details.ts'
import type { VisitorBundle } from '#proto/visitor-page.ts'
import type { PostedForm, ReadForm } from '../domain/ports.ts'
import { validate } from '../domain/validation.ts'
import { admitCaller, type ForwardDeps, performOperation, type Sender } from './forward.ts'
import { holdBody } from './hold-body.ts'

export type Answered<N extends OperationName> = { readonly output: Output<N>; readonly cookies?: CookieEffects }
type Post = {
  readonly qrCodeId: string
  readonly id: number
  readonly form: PostedForm
  readonly who: Sender
  readonly fillForm: VisitorBundle['fillForm']
}

/** A refused form with its input, so that the page can show it again. */
export class FormError extends Error {
  readonly appError: AppError
  readonly values: Readonly<Record<string, string>>

  constructor(appError: AppError, values: Readonly<Record<string, string>>) {
    super(appError.message)
    this.appError = appError
    this.values = values
  }
}

/** A ring that has to wait for its turn, with its valid input and its idempotency key. */
export class RingWaits extends Error {
  readonly appError: AppError
  readonly input: Readonly<Record<string, unknown>>
  readonly key: string

  constructor(appError: AppError, input: Readonly<Record<string, unknown>>, key: string) {
    super(appError.message)
    this.appError = appError
    this.input = input
    this.key = key
  }
}

type Beside = { readonly photo?: Buffer | undefined; readonly ringProof?: string | undefined }

/**
 * The body counts for its sender until the answer is sent; a form is handled in its address's turn.
 * @throws AppError malformed, too_large, unavailable
 */
export async function readPostedForm(
  deps: ForwardDeps & { readonly readForm: ReadForm },
  { caller }: Sender,
  request: Request,
  response: Response,
): Promise<PostedForm> {
  try {
    return await deps.readForm(request, holdBody(deps, caller.address, response))
  } finally {
    // After an unreadable one the page is rendered again too.
    await deps.pace.form(caller.address)
  }
}

/** Runs one operation with the same checks as a request to its path. */
export async function callAs<N extends OperationName>(
  deps: ForwardDeps,
  name: N,
  input: Record<string, unknown>,
  who: Sender,
  { photo, ringProof }: Beside = {},
): Promise<Answered<N>> {
  const operation = operationByName.get(name)
  if (!operation) throw new Error(`no operation ${name}`)
  const admitted = await admitCaller(deps, operation, who, input, { ringProof })
  return (await performOperation(deps, operation, input, admitted, photo)) as Answered<N>
}

/** @throws RingWaits at a door under pressure; AppError, which for invalid input comes without waiting */
export async function ringOrWait(
  deps: ForwardDeps,
  input: Record<string, unknown>,
  who: Sender,
  beside: Beside = {},
): Promise<Answered<'doorbell.ring'>> {
  try {
    return await callAs(deps, 'doorbell.ring', input, who, beside)
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'ring_limited' || error.params?.challenge === undefined) throw error
    const valid = validate(operationNamed('doorbell.ring').input, input) as Record<string, unknown>
    throw new RingWaits(error, valid, who.caller.idempotencyKey ?? randomUUID())
  }
}

/** A form's key in place of the header's. */
export function withKey(who: Sender, key: string | undefined): Sender {
  return { ...who, caller: { ...who.caller, idempotencyKey: key?.slice(0, 100) || randomUUID() } }
}

/** `location`: the page to redirect to, if not the door's own. */
export type Done = { readonly cookies?: CookieEffects; readonly location?: string }

/** Turns an AppError into a FormError, so that the form is shown again with its input. */
async function keepingInput<T>(fields: Readonly<Record<string, string>>, work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    throw error instanceof AppError ? new FormError(error, fields) : error
  })
}

/** Sends the photo of a message. The message is stored even if this fails. */
async function addPhoto(deps: ForwardDeps, { id, form, who }: Post): Promise<void> {
  if (!form.photo) return
  const caller = { ...who.caller, visits: [{ activityId: id }] }
  await deps.bytes.send('doorbell.put_photo', { id }, caller, form.photo, { 'content-type': 'image/jpeg' }).catch((err: unknown) => {
    deps.log.warn({ err, activityId: id }, 'message photo upload failed')
  })
}

const actions: Readonly<Record<string, (deps: ForwardDeps, post: Post) => Promise<Done>>> = {
  cancel: (deps, { id, who }) => callAs(deps, 'doorbell.cancel', { id }, who),
  message: async (deps, post) => {
    const { id, form, who } = post
    const key = form.fields.idempotencyKey
    const written = await callAs(
      deps,
      'doorbell.write_as_visitor',
      { id, message: form.fields.message ?? '', ...(key ? { key } : {}) },
      who,
    )
    await addPhoto(deps, post)
    return written
  },
  schedule: async (deps, { qrCodeId, form: { fields }, who }) => {
    const { visitorName = '', email = '', phone = '', residentName = '', date = '', time = '', purpose = '' } = fields
    const input = { qrCodeId, visitorName, email, phone, residentName, date, time, purpose }
    const { output } = await keepingInput(fields, callAs(deps, 'doorbell.request_visit', input, who))
    return { location: `/visitor/pass/${output.token}` }
  },
  erase: async (deps, { id, qrCodeId, form: { fields }, who }) => {
    const { cookies } = await keepingInput(fields, callAs(deps, 'doorbell.erase_visit', { id }, who))
    return { location: `/visitor/${encodeURIComponent(qrCodeId)}?tab=left`, ...(cookies ? { cookies } : {}) }
  },
  again: async (deps, { id, qrCodeId, form, who }) => {
    const { output: first } = await callAs(deps, 'doorbell.visit', { id }, who)
    const { visitorName, message, purpose } = first
    return ringOrWait(deps, { qrCodeId, visitorName, message, ...ringDetails(first), purpose, againOf: first.againOf ?? first.id }, who, {
      ringProof: form.fields.ringProof,
    })
  },
  ring: async (deps, { qrCodeId, form, who, fillForm }) => {
    const { fields } = form
    const input = { qrCodeId, ...fillForm(fields) }
    const pass = fields.pass ? { pass: fields.pass } : {}
    return keepingInput(fields, ringOrWait(deps, { ...input, ...pass }, who, { photo: form.photo, ringProof: fields.ringProof }))
  },
}

/** @returns the cookies to set and the page to redirect to @throws FormError for a form with input, AppError otherwise */
export async function submitForm(deps: ForwardDeps, post: Omit<Post, 'id'>): Promise<Done> {
  const { fields } = post.form
  const action = fields.action ?? 'ring'
  const perform = Object.hasOwn(actions, action) ? actions[action] : undefined
  if (!perform) throw new AppError('malformed')
  const who = withKey(post.who, fields.idempotencyKey)
  return perform(deps, { ...post, who, id: Number(fields.visitId) })
}
