/** The texts of mails in each language of the web. A mail is written once, in the language that its reader has chosen by then. */
import type { UnreadCounts } from '#proto/entities.ts'
import type { Language } from '#proto/languages.ts'

type MailTexts = {
  readonly verification: { readonly subject: string; readonly lines: (link: string) => readonly string[] }
  readonly newAddress: { readonly subject: string; readonly lines: (link: string) => readonly string[] }
  readonly changeAsked: { readonly subject: string; readonly lines: (link: string) => readonly string[] }
  readonly changed: { readonly subject: string; readonly lines: readonly string[] }
  readonly summary: {
    /** One line for each kind with a count. */
    readonly waits: (waiting: UnreadCounts) => readonly string[]
    readonly subject: (waits: string) => string
    readonly lines: (waits: readonly string[], link: string) => readonly string[]
  }
  readonly pass: { readonly subject: string; readonly lines: (link: string) => readonly string[] }
}

const counted = (count: number, one: string, many: string) => (count === 0 ? [] : [count === 1 ? `1 ${one}` : `${count} ${many}`])

const english: MailTexts = {
  verification: {
    subject: 'Confirm your email address',
    lines: (link) => [
      'Hello,',
      '',
      'please confirm your email address for your digital doorbell:',
      '',
      link,
      '',
      'The link works for 72 hours. If you did not create this account, open it and choose “Not me”, or ignore this mail.',
      '',
    ],
  },
  newAddress: {
    subject: 'Confirm your new email address',
    lines: (link) => [
      'Hello,',
      '',
      'somebody wants to use this email address for a digital doorbell account. To confirm it, open this link:',
      '',
      link,
      '',
      'The link works for 72 hours. If it was not you, ignore this mail: nothing changes.',
      '',
    ],
  },
  changeAsked: {
    subject: 'Your email address is to be changed',
    lines: (link) => [
      'Hello,',
      '',
      'somebody who is signed in to your digital doorbell asked for another email address. Until that ' +
        'address is confirmed, this one counts.',
      '',
      'If it was not you, somebody may know your password. Please look after your account:',
      '',
      link,
      '',
    ],
  },
  changed: {
    subject: 'Your email address has been changed',
    lines: [
      'Hello,',
      '',
      'the email address of your digital doorbell account has been changed. This is the last mail that goes to this address.',
      '',
    ],
  },
  summary: {
    waits: (waiting) => [
      ...counted(waiting.missed, 'ring nobody answered', 'rings nobody answered'),
      ...counted(waiting.messages, 'message', 'messages'),
      ...counted(waiting.visits, 'request for a visit', 'requests for a visit'),
      ...counted(waiting.system, 'note about your account', 'notes about your account'),
    ],
    subject: (waits) => `At your door: ${waits}`,
    lines: (waits, link) => [
      'Hello,',
      '',
      'this waits for you at your digital doorbell:',
      '',
      ...waits.map((line) => `- ${line}`),
      '',
      link,
      '',
      'You get this mail because Email Notifications are on. The page above turns them off.',
      '',
    ],
  },
  pass: {
    subject: 'Your visit is approved',
    lines: (link) => [
      'Hello,',
      '',
      'the visit you asked for is approved. This is your pass:',
      '',
      link,
      '',
      'Open it at the door: who rings with it is announced as expected. If you did not ask for a visit, ignore this mail.',
      '',
    ],
  },
}

const german: MailTexts = {
  verification: {
    subject: 'Bestätigen Sie Ihre E-Mail-Adresse',
    lines: (link) => [
      'Guten Tag,',
      '',
      'bitte bestätigen Sie Ihre E-Mail-Adresse für Ihre digitale Klingel:',
      '',
      link,
      '',
      'Der Link gilt 72 Stunden. Wenn Sie dieses Konto nicht angelegt haben, öffnen Sie ihn und wählen ' +
        '„Das bin ich nicht“, oder lassen Sie diese E-Mail unbeachtet.',
      '',
    ],
  },
  newAddress: {
    subject: 'Bestätigen Sie Ihre neue E-Mail-Adresse',
    lines: (link) => [
      'Guten Tag,',
      '',
      'jemand möchte diese E-Mail-Adresse für ein Konto der digitalen Klingel verwenden. Zum Bestätigen öffnen Sie diesen Link:',
      '',
      link,
      '',
      'Der Link gilt 72 Stunden. Wenn Sie das nicht waren, lassen Sie diese E-Mail unbeachtet: Es ändert sich nichts.',
      '',
    ],
  },
  changeAsked: {
    subject: 'Ihre E-Mail-Adresse soll geändert werden',
    lines: (link) => [
      'Guten Tag,',
      '',
      'jemand, der bei Ihrer digitalen Klingel angemeldet ist, hat eine andere E-Mail-Adresse angegeben. ' +
        'Bis sie bestätigt ist, gilt diese hier.',
      '',
      'Wenn Sie das nicht waren, kennt vielleicht jemand Ihr Passwort. Bitte sehen Sie nach Ihrem Konto:',
      '',
      link,
      '',
    ],
  },
  changed: {
    subject: 'Ihre E-Mail-Adresse ist geändert',
    lines: [
      'Guten Tag,',
      '',
      'die E-Mail-Adresse Ihres Kontos der digitalen Klingel wurde geändert. Dies ist die letzte E-Mail an diese Adresse.',
      '',
    ],
  },
  summary: {
    waits: (waiting) => [
      ...counted(waiting.missed, 'verpasstes Klingeln', 'verpasste Klingeln'),
      ...counted(waiting.messages, 'Nachricht', 'Nachrichten'),
      ...counted(waiting.visits, 'Besuchsanfrage', 'Besuchsanfragen'),
      ...counted(waiting.system, 'Hinweis zu Ihrem Konto', 'Hinweise zu Ihrem Konto'),
    ],
    subject: (waits) => `An Ihrer Tür: ${waits}`,
    lines: (waits, link) => [
      'Guten Tag,',
      '',
      'das wartet an Ihrer digitalen Klingel auf Sie:',
      '',
      ...waits.map((line) => `- ${line}`),
      '',
      link,
      '',
      'Sie bekommen diese E-Mail, weil E-Mail-Mitteilungen an sind. Auf der Seite oben schalten Sie sie aus.',
      '',
    ],
  },
  pass: {
    subject: 'Ihr Besuch ist angenommen',
    lines: (link) => [
      'Guten Tag,',
      '',
      'der Besuch, um den Sie gebeten haben, ist angenommen. Das ist Ihr Pass:',
      '',
      link,
      '',
      'Öffnen Sie ihn an der Tür: Wer damit klingelt, wird als erwartet angekündigt. Wenn Sie um keinen ' +
        'Besuch gebeten haben, lassen Sie diese E-Mail unbeachtet.',
      '',
    ],
  },
}

export const MAIL_TEXTS: Readonly<Record<Language, MailTexts>> = { en: english, de: german }
