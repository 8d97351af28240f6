/**
 * Inside billing and in the database, amounts are in minor units, as at Stripe. On the wire they are decimals in the main unit
 * (docs/product/decisions.md, 37), so this is used where an amount leaves the service. The decimals are Stripe's
 * (docs.stripe.com/currencies), not the everyday ones: Stripe counts ISK and UGX in hundredths, though neither has any.
 */
const NO_DECIMALS: ReadonlySet<string> = new Set('bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' '))
const THREE_DECIMALS: ReadonlySet<string> = new Set('bhd jod kwd omr tnd'.split(' '))

const decimalsOf = (currency: string) => (NO_DECIMALS.has(currency) ? 0 : THREE_DECIMALS.has(currency) ? 3 : 2)

/** @returns 9.99 of 999 cents, 980 of 980 yen */
export const toMainUnit = (minorUnits: number, currency: string): number => minorUnits / 10 ** decimalsOf(currency.toLowerCase())
