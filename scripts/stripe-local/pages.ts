/** The checkout page, the portal and the invoice: plain forms. What a form's button does is its `action`. */
import escapeHtml from 'escape-html'
import type Stripe from 'stripe'
import { type Store, StripeError } from './store.ts'
import { cardOf, completeCheckout, ends, isLate, livingOf, periodEnd, planEnd, tryNextMonth, updateCard } from './subscriptions.ts'

type Page = readonly [status: number, html: string, headers: Readonly<Record<string, string>>]
const redirect = (location: string): Page => [303, '', { location }]
const STYLE = `:root{color-scheme:light dark;font:17px/1.5 system-ui;--blue:light-dark(#1a5fb4,#8ab8f5);--card:light-dark(#fff,#1f242b)}
body{margin:0;background:light-dark(#f3f5f8,#14171c)}main{max-width:26rem;margin:auto;padding:1.5rem 1rem}a{color:var(--blue)}h2{margin:0}
section{margin:1rem 0;padding:1rem;border-radius:.75rem;background:var(--card)}:focus-visible{outline:3px solid #d4661b;outline-offset:2px}
button{width:100%;min-height:3rem;margin:.4rem 0;font:inherit;border:2px solid var(--blue);border-radius:.5rem;background:none}
button:first-of-type{background:var(--blue);color:var(--card)}[role=alert]{border-left:.4rem solid light-dark(#b3261e,#ff8a80)}`
const money = (amount: number | null, currency: string | null) =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency: currency ?? 'usd' }).format((amount ?? 0) / 100)
const day = (seconds: number) => new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(seconds * 1_000)
const link = (url: string | null, words: string) => (url ? `<p><a href="${escapeHtml(url)}">${words}</a></p>` : '')
function form(buttons: object, id = ''): string {
  const inner = Object.entries(buttons).map(([action, words]) => `<button name="action" value="${action}">${words}</button>`)
  return `<form method="post"><input type="hidden" name="id" value="${id}">${inner.join('')}</form>`
}

function page(title: string, content: string, problem = '', status = 200): Page {
  const alert = problem && `<section role="alert">${problem}</section>`
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${problem && 'Error: '}${title}</title>`
  const notice = 'This is a local trial on your computer, not Stripe. No real card is taken and no money moves.'
  const main = `<main><h1>${title}</h1>${alert}${content}<p><small>${notice}</small></p></main>`
  return [status, `<!doctype html><html lang="en"><head>${head}<style>${STYLE}</style></head><body>${main}</body></html>`, {}]
}

/** @param action of the button that was pressed */
function checkoutPage(store: Store, id: string, action: string): Page {
  const session = store.get('checkout.session', id)
  const { amount_total, currency, success_url, cancel_url } = session
  if (session.status === 'expired') return page('This checkout has expired', link(cancel_url, 'Back'), '', 410)
  if (session.status === 'open' && (action === 'pay' || action === 'approve')) completeCheckout(store, session)
  if (session.status === 'complete') return redirect(String(success_url).replaceAll('{CHECKOUT_SESSION_ID}', id))
  if (action === 'authenticate')
    return page('Your bank asks: is it you?', `<section>${form({ approve: 'Approve', fail: 'Fail' })}</section>`)
  const buttons = form({ pay: 'Pay', decline: 'Declined card', authenticate: 'Needs authentication' })
  const content = `<section><h2>${money(amount_total, currency)} a month</h2>${buttons}</section>${link(cancel_url, 'Back without paying')}`
  if (action === 'decline') return page('Premium', content, 'Your card was declined. Try another one.', 402)
  if (action === 'fail') return page('Premium', content, 'Your bank could not confirm that it is you. Try again.', 402)
  return page('Premium', content)
}

function subscriptionSection(subscription: Stripe.Subscription): string {
  const { id, status, cancel_at } = subscription
  const end = cancel_at ?? periodEnd(subscription)
  const state = ends(subscription) ? `Ends on ${day(end)}` : isLate(subscription) ? 'Your payment failed' : `Renews on ${day(end)}`
  const plan = ends(subscription) ? { resume: 'Resume' } : { cancel: 'Cancel at period end' }
  const trials = isLate(subscription) ? { fail: 'The next try fails, too' } : { next: 'Next month', fail: 'Next month’s payment fails' }
  const forms = `${form(plan, id)}<h2>For trying things out</h2>${form(trials, id)}`
  return `<section><h2>Premium: ${status.replace('_', ' ')}</h2><p>${state}</p>${forms}</section>`
}

/** @param chosen the subscription that the button is about */
function portalPage(store: Store, id: string, action: string, chosen: string): Page {
  const { customer, return_url } = store.get('billing_portal.session', id)
  const subscription = livingOf(store, customer).find((one) => one.id === chosen)
  if (action === 'card') updateCard(store, customer)
  else if (subscription && action === 'cancel') planEnd(store, subscription, { cancel_at: periodEnd(subscription) })
  else if (subscription && action === 'resume') planEnd(store, subscription, { cancel_at: null, cancel_at_period_end: false })
  else if (subscription && action === 'next' && !isLate(subscription)) tryNextMonth(store, subscription, true)
  else if (subscription && action === 'fail') tryNextMonth(store, subscription, false)
  if (action) return redirect(`/portal/${id}`)
  const sections = livingOf(store, customer).map(subscriptionSection).join('') || '<section>No subscription.</section>'
  const invoices = store.list('invoice').filter((invoice) => invoice.customer === customer)
  if (invoices.length === 0) return page('Your subscription', sections + link(return_url, 'Back'))
  const { card } = cardOf(store, customer)
  const cards = `<section><h2>Card</h2><p>${card?.brand} ending in ${card?.last4}</p>${form({ card: 'Update card' })}</section>`
  const lines = invoices.map((one) => link(one.hosted_invoice_url ?? null, `${day(one.created)}, ${one.number}, ${one.status}`)).join('')
  return page('Your subscription', `${sections}${cards}<section><h2>Invoices</h2>${lines}</section>${link(return_url, 'Back')}`)
}

function invoicePage(store: Store, id: string): Page {
  const { number, created, total, currency, customer_email, status, lines } = store.get('invoice', id)
  const { start, end } = lines.data[0]?.period ?? { start: created, end: created }
  const facts = `${day(start)} to ${day(end)}, ${escapeHtml(customer_email ?? '')}`
  return page(`Invoice ${number}`, `<section><h2>${money(total, currency)}, ${status}</h2><p>${facts}</p></section>`)
}

/** @param sent what a button has sent */
export function answerPage(store: Store, path: string, sent: Readonly<Record<string, unknown>> = {}): Page {
  const [, name, id = ''] = path.split('/')
  const action = String(sent.action ?? '')
  try {
    if (name === 'checkout') return checkoutPage(store, id, action)
    if (name === 'portal') return portalPage(store, id, action, String(sent.id))
    if (name === 'invoice') return invoicePage(store, id)
  } catch (error) {
    if (!(error instanceof StripeError)) throw error
  }
  return page('Not found', '', 'There is nothing at this address.', 404)
}
