/** Amounts as people write them. */
import type { Subscription } from '#proto/entities.ts'
import { formats } from './texts/en-formats.ts'

const formatOf = (currency: string, options: Intl.NumberFormatOptions = {}) =>
  new Intl.NumberFormat(formats.locale, { style: 'currency', currency: currency.toUpperCase(), ...options })

/** A currency has as many digits as Intl says: cents for USD, none for JPY. */
const major = (amount: number, currency: string) => amount / 10 ** (formatOf(currency).resolvedOptions().maximumFractionDigits ?? 2)

/** @param amount in minor units @returns "$9.99", "$10.00" */
export const money = (amount: number, currency: string): string => formatOf(currency).format(major(amount, currency))

/** @returns what a month costs: "$9.99", "$0"; the plan's price where the server's is not known */
export function priceOf(price: Subscription['price'] | undefined): string {
  const { amount, currency } = price ?? { amount: 999, currency: 'usd' }
  const value = major(amount, currency)
  return formatOf(currency, Number.isInteger(value) ? { maximumFractionDigits: 0 } : {}).format(value)
}
