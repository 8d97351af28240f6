/** Amounts as people write them. */
import type { Subscription } from '#proto/entities.ts'
import { PREMIUM_PRICE } from '#proto/limits.ts'
import { formats } from './texts/en-formats.ts'

const formatOf = (currency: string, options: Intl.NumberFormatOptions = {}) =>
  new Intl.NumberFormat(formats.locale, { style: 'currency', currency: currency.toUpperCase(), ...options })

/** @param amount in the main unit @returns "$9.99", "$10.00", "¥980" */
export const money = (amount: number, currency: string): string => formatOf(currency).format(amount)

/** @returns what a month costs: "$9.99", "$0"; the plan's price where the server's is not known */
export function priceOf(price: Subscription['price'] | undefined): string {
  const { amount, currency } = price ?? PREMIUM_PRICE
  return formatOf(currency, Number.isInteger(amount) ? { maximumFractionDigits: 0 } : {}).format(amount)
}
