/** Answers a request to the API: key, version, idempotency, the operation, and what is to be expanded. */
import type { Request } from 'express'
import { operations } from './operations.ts'
import { API_VERSION, type Store, StripeError } from './store.ts'
import { paymentsOf, refundsOf } from './subscriptions.ts'

type Values = Record<string, unknown>
const REUSED = 'Keys for idempotent requests can only be used with the same parameters they were first used with.'

export function answerApi(store: Store, { method, path, headers, query, body: form }: Request): readonly [number, unknown] {
  try {
    if (headers.authorization !== `Bearer ${store.state.secretKey}`) throw new StripeError(401, 'Invalid API Key provided.')
    if ((headers['stripe-version'] ?? API_VERSION) !== API_VERSION) throw new StripeError(400, `Only ${API_VERSION} is emulated.`)
    const key = method === 'POST' ? headers['idempotency-key']?.toString() : undefined
    const request = `${method} ${path} ${JSON.stringify(form)}`
    const known = key ? store.state.answers[key] : undefined
    if (known?.request === request) return [200, known.body]
    if (known) throw new StripeError(400, REUSED, { type: 'idempotency_error' })
    const { expand = [], ...params } = { ...query, ...form }
    const [pattern = '', run] = Object.entries(operations).find(([name]) => matching(name).test(`${method} ${path}`)) ?? []
    if (!run) throw new StripeError(404, `The local Stripe has no ${method} ${path}: not emulated.`)
    const id = matching(pattern).exec(`${method} ${path}`)?.[1] ?? ''
    const body = structuredClone(run({ store, path, id, params })) as Values
    for (const wanted of Object.values(expand)) expandPath(store, body, String(wanted).split('.'))
    if (key) store.keepAnswer(key, request, body)
    return [200, body]
  } catch (error) {
    if (error instanceof StripeError) return [error.status, error.body]
    throw error
  }
}

const matching = (pattern: string) => new RegExp(`^${pattern.replace(':id', '([^/]+)')}$`)
const listed = (data: object[]) => ({ object: 'list', url: '', has_more: false, data: structuredClone(data) })

/** An id becomes its object; lists that Stripe leaves out by default are put in. */
function expandPath(store: Store, value: Values, [name = '', ...rest]: readonly string[]): void {
  if (value.object === 'invoice' && name === 'payments') value.payments ??= listed(paymentsOf(store, String(value.id)))
  if (value.object === 'charge' && name === 'refunds') value.refunds ??= listed(refundsOf(store, String(value.id)))
  const inner = value[name]
  const found = typeof inner === 'string' ? structuredClone(store.state.objects[inner]) : inner
  if (typeof found !== 'object') throw new StripeError(400, `This property cannot be expanded (${name}).`, { param: 'expand' })
  value[name] = found
  if (rest.length && found) for (const one of Array.isArray(found) ? found : [found]) expandPath(store, one as Values, rest)
}
