/** Mails about the plan. They name no price and nothing that anybody typed. */
import type { Language } from '#proto/languages.ts'
import type { Input } from '#proto/operations/index.ts'
import { languageOf } from '../core/account.ts'
import type { PlanMailKind } from '../core/mail-kinds.ts'
import type { AlertMailDeps } from './alert-mails.ts'

type Text = { readonly subject: string; readonly lines: (date: string) => readonly string[] }
type PlanMailTexts = Readonly<Record<PlanMailKind, Text>> & { readonly greeting: string }

const english: PlanMailTexts = {
  greeting: 'Hello,',
  plan_ends: {
    subject: 'Your Premium plan is ending',
    lines: (date) => [
      `Your Premium plan of your digital doorbell ends on ${date}. Nothing more is charged.`,
      '',
      'From then on there are no video and audio calls, and only your first door rings. Your history stays as long as it was promised.',
      '',
      'If you want to keep Premium, choose “Keep Premium” on this page:',
    ],
  },
  second_subscription: {
    subject: 'A second payment was returned',
    lines: () => [
      'Premium for your digital doorbell was paid twice. The second subscription is cancelled, and its payment goes back to your card ' +
        'within a few days. Your Premium plan goes on.',
      '',
      'Your payments are on this page:',
    ],
  },
}

const german: PlanMailTexts = {
  greeting: 'Guten Tag,',
  plan_ends: {
    subject: 'Ihr Premium-Tarif endet bald',
    lines: (date) => [
      `Ihr Premium-Tarif der digitalen Klingel endet am ${date}. Es wird nichts mehr abgebucht.`,
      '',
      'Danach gibt es keine Video- und Sprachanrufe, und nur Ihre erste Tür klingelt. Ihr Verlauf bleibt so lange wie versprochen.',
      '',
      'Wenn Sie Premium behalten möchten, wählen Sie auf dieser Seite „Premium behalten“:',
    ],
  },
  second_subscription: {
    subject: 'Eine doppelte Zahlung wurde erstattet',
    lines: () => [
      'Premium für Ihre digitale Klingel wurde zweimal bezahlt. Das zweite Abonnement ist gekündigt, und das Geld geht in den nächsten ' +
        'Tagen auf Ihre Karte zurück. Ihr Premium-Tarif läuft weiter.',
      '',
      'Ihre Zahlungen finden Sie auf dieser Seite:',
    ],
  },
}

const TEXTS: Readonly<Record<Language, PlanMailTexts>> = { en: english, de: german }

/** Writes a mail about the plan, once per key. An unconfirmed address may belong to a stranger and gets none. */
export async function mailPlan(deps: AlertMailDeps, { key, userId, about, endsAt }: Input<'auth.mail_plan'>): Promise<boolean> {
  const user = await deps.accounts.byId(userId)
  if (!user?.emailVerifiedAt) return false
  const language = languageOf(user) ?? 'en'
  const { greeting, [about]: text } = TEXTS[language]
  const date = endsAt ? new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(endsAt)) : ''
  const link = new URL('/subscription', deps.publicUrl).href
  const lines = [greeting, '', ...text.lines(date), '', link, '']
  await deps.mails.write({
    id: key,
    to: user.email,
    kind: `plan.${about}`,
    at: deps.clock.now(),
    subject: text.subject,
    text: lines.join('\n'),
  })
  deps.sendMailsSoon()
  return true
}
