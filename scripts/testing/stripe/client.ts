/** Stripe's own SDK on a local Stripe. Its requests and the answers are compared with Stripe's specification. */
import Stripe from 'stripe'
import type { Stack } from '../stack.ts'
import { readStripeSpec } from './spec.ts'
import { StripeValidator } from './validator.ts'

/** @returns undefined if the specification is not available; the reason is printed */
export async function createStripeValidator(): Promise<StripeValidator | undefined> {
  const stripe = await readStripeSpec()
  return stripe && new StripeValidator(stripe.spec)
}

/** @param problems the differences are added here */
export function stripeClient(url: string, secretKey: string, validator: StripeValidator | undefined, problems: string[]): Stripe {
  const compared: typeof fetch = async (input, init) => {
    const method = init?.method ?? 'GET'
    const target = new URL(String(input))
    problems.push(...(validator?.request(method, target, String(init?.body ?? '')) ?? []))
    const response = await fetch(input, init)
    problems.push(...(validator?.answer(method, target, response.status, await response.clone().json()) ?? []))
    return response
  }
  const { hostname: host, port } = new URL(url)
  return new Stripe(secretKey, { host, port, protocol: 'http', httpClient: Stripe.createFetchHttpClient(compared), telemetry: false })
}

/** The SDK on the local Stripe of a stack with payments; nothing is compared. */
export const sdkOf = ({ stripe }: Pick<Stack, 'stripe'>): Stripe => stripeClient(stripe.url, stripe.secretKey, undefined, [])
