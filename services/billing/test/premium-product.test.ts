/** Which of a customer's subscriptions pay for Premium, by Stripe's data: the adapter on a local Stripe. */
import { readFileSync, writeFileSync } from 'node:fs'
import { afterAll, expect, test } from '@jest/globals'
import { LocalStripe } from '#scripts/testing/stripe/local-stripe.ts'
import { createStripe } from '../src/payments/stripe.adapter.ts'

const local = new LocalStripe(undefined)
afterAll(() => local.stop())

/** As after a switch in a portal that offers all of the operator's products. */
async function change(id: string, price: { readonly id?: string; readonly product?: string }): Promise<void> {
  await local.server?.stop()
  const state = JSON.parse(readFileSync(local.file, 'utf8'))
  Object.assign(state.objects[id].items.data[0].price, price)
  writeFileSync(local.file, JSON.stringify(state))
  await local.start()
}
/** @returns of each subscription of a customer, whether it pays for Premium */
async function paysPremium(customer: string, priceId = local.server?.priceId ?? ''): Promise<boolean[]> {
  const { url = '', secretKey = '' } = local.server ?? {}
  const stripe = createStripe({ secretKey, apiUrl: url, priceId, publicUrl: 'http://localhost:5000' })
  return ((await stripe.customer(customer))?.subscriptions ?? []).map((one) => one.paysPremium)
}

test('another price of the product is Premium, another product is not', async () => {
  await local.start()
  const { customer, id } = await local.subscribe()
  expect(await paysPremium(customer)).toEqual([true])
  await change(id, { id: 'price_of_last_year' })
  expect(await paysPremium(customer)).toEqual([true])
  await change(id, { product: 'prod_cheap' })
  expect(await paysPremium(customer)).toEqual([false])
})

test('a configured price that is not there leaves customers as they are', async () => {
  const { customer } = await local.subscribe()
  await expect(paysPremium(customer, 'price_mistyped')).rejects.toThrow('No such price')
})
