/** Mails about a ring that nobody has seen yet. They contain nothing that the visitor has typed, as a name or a message. */
import type { Language } from '#proto/languages.ts'
import type { Input } from '#proto/operations/index.ts'
import { languageOf } from '../core/account.ts'
import type { RingMailKind } from '../core/mail-kinds.ts'
import type { AlertMailDeps } from './alert-mails.ts'

type Text = { readonly subject: string; readonly lines: (link: string) => readonly string[] }
type RingMailTexts = Readonly<Record<RingMailKind, Text>>

const english: RingMailTexts = {
  unseen: {
    subject: 'Someone is at your door',
    lines: (link) => [
      'Hello,',
      '',
      'Someone has rung your digital doorbell, and no device of yours has shown it. While it rings you can answer here:',
      '',
      link,
      '',
      'Afterwards the same page shows the visit. You get this email because email notifications about missed rings are on.',
      '',
    ],
  },
  many: {
    subject: 'Your doorbell has rung several times',
    lines: (link) => [
      'Hello,',
      '',
      'Your digital doorbell has rung more than five times within an hour, and no device of yours has shown it. For an hour you get no ' +
        'further email about single rings. The last one is here:',
      '',
      link,
      '',
      'Check under Settings, Devices why your devices are silent.',
      '',
    ],
  },
}

const german: RingMailTexts = {
  unseen: {
    subject: 'Jemand steht vor Ihrer Tür',
    lines: (link) => [
      'Guten Tag,',
      '',
      'Jemand hat bei Ihrer digitalen Klingel geklingelt, und keines Ihrer Geräte hat es angezeigt. Solange es klingelt, können Sie hier ' +
        'antworten:',
      '',
      link,
      '',
      'Danach zeigt dieselbe Seite den Besuch. Sie erhalten diese E-Mail, weil E-Mails über verpasstes Klingeln eingeschaltet sind.',
      '',
    ],
  },
  many: {
    subject: 'Ihre Klingel hat mehrmals geläutet',
    lines: (link) => [
      'Guten Tag,',
      '',
      'Ihre digitale Klingel hat innerhalb einer Stunde mehr als fünfmal geläutet, und keines Ihrer Geräte hat es angezeigt. Eine Stunde ' +
        'lang erhalten Sie keine weiteren E-Mails über einzelnes Klingeln. Das letzte ist hier:',
      '',
      link,
      '',
      'Sehen Sie unter Einstellungen, Geräte nach, warum Ihre Geräte still sind.',
      '',
    ],
  },
}

const TEXTS: Readonly<Record<Language, RingMailTexts>> = { en: english, de: german }

/**
 * Once per key. An unconfirmed address may belong to a stranger and gets none. How many a door may cause is notify's to count.
 * @returns whether the account gets one
 */
export async function mailUnseenRing(
  deps: AlertMailDeps,
  { key, userId, activityId, many }: Input<'auth.mail_unseen_ring'>,
): Promise<boolean> {
  const user = await deps.accounts.byId(userId)
  if (!user?.emailVerifiedAt) return false
  const kind: RingMailKind = many ? 'many' : 'unseen'
  const { subject, lines } = TEXTS[languageOf(user) ?? 'en'][kind]
  const text = lines(new URL(`/rings/${activityId}`, deps.publicUrl).href).join('\n')
  await deps.mails.write({ id: key, to: user.email, kind: `ring.${kind}`, at: deps.clock.now(), subject, text })
  deps.sendMailsSoon()
  return true
}
