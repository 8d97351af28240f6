/** The texts of mails in each language of the web. A mail is written once, in the language that its reader has chosen by then. */
import type { UnreadCounts } from '#proto/entities.ts'
import type { Language } from '#proto/languages.ts'

export type MailTexts = {
  readonly verification: { readonly subject: string; readonly lines: (link: string) => readonly string[] }
  readonly newAddress: { readonly subject: string; readonly lines: (link: string) => readonly string[] }
  readonly changeAsked: { readonly subject: string; readonly lines: (link: string) => readonly string[] }
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
      'Please confirm your email address for your digital doorbell:',
      '',
      link,
      '',
      'The link works for 72 hours. If you did not create this account, open it and choose “Not me”, or ignore this email.',
      '',
    ],
  },
  newAddress: {
    subject: 'Confirm your new email address',
    lines: (link) => [
      'Hello,',
      '',
      'Someone wants to use this email address for a digital doorbell account. To confirm it, open this link:',
      '',
      link,
      '',
      'The link works for 72 hours. If this was not you, ignore this email. Nothing will change.',
      '',
    ],
  },
  changeAsked: {
    subject: 'Request to change your email address',
    lines: (link) => [
      'Hello,',
      '',
      'Someone who is signed in to your digital doorbell asked to change your email address. This address stays ' +
        'in use until the new one is confirmed.',
      '',
      'If this was not you, someone may know your password. Please check your account:',
      '',
      link,
      '',
    ],
  },
  summary: {
    waits: (waiting) => [
      ...counted(waiting.missed, 'missed ring', 'missed rings'),
      ...counted(waiting.messages, 'message', 'messages'),
      ...counted(waiting.visits, 'visit request', 'visit requests'),
      ...counted(waiting.system, 'message about your account', 'messages about your account'),
    ],
    subject: (waits) => `At your door: ${waits}`,
    lines: (waits, link) => [
      'Hello,',
      '',
      'Here is what is new at your door:',
      '',
      ...waits.map((line) => `- ${line}`),
      '',
      link,
      '',
      'You get this email because email notifications are on. You can turn them off on the page above.',
      '',
    ],
  },
  pass: {
    subject: 'Your visit is approved',
    lines: (link) => [
      'Hello,',
      '',
      'The visit you requested is approved. This is your pass:',
      '',
      link,
      '',
      'Open it at the door. When you ring with it, the resident sees that you are expected. If you did not request a visit, ' +
        'ignore this email.',
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
        '„Das bin ich nicht“, oder ignorieren Sie diese E-Mail.',
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
      'Der Link gilt 72 Stunden. Wenn Sie das nicht waren, ignorieren Sie diese E-Mail. Dann ändert sich nichts.',
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
      'Wenn Sie das nicht waren, kennt vielleicht jemand Ihr Passwort. Bitte prüfen Sie Ihr Konto:',
      '',
      link,
      '',
    ],
  },
  summary: {
    waits: (waiting) => [
      ...counted(waiting.missed, 'verpasster Besuch', 'verpasste Besuche'),
      ...counted(waiting.messages, 'Nachricht', 'Nachrichten'),
      ...counted(waiting.visits, 'Besuchsanfrage', 'Besuchsanfragen'),
      ...counted(waiting.system, 'Hinweis zu Ihrem Konto', 'Hinweise zu Ihrem Konto'),
    ],
    subject: (waits) => `An Ihrer Tür: ${waits}`,
    lines: (waits, link) => [
      'Guten Tag,',
      '',
      'das gibt es Neues an Ihrer Tür:',
      '',
      ...waits.map((line) => `- ${line}`),
      '',
      link,
      '',
      'Sie erhalten diese E-Mail, weil E-Mail-Mitteilungen eingeschaltet sind. Auf der Seite oben können Sie sie ausschalten.',
      '',
    ],
  },
  pass: {
    subject: 'Ihr Besuch wurde angenommen',
    lines: (link) => [
      'Guten Tag,',
      '',
      'Ihre Besuchsanfrage wurde angenommen. Das ist Ihr Besucherpass:',
      '',
      link,
      '',
      'Öffnen Sie ihn an der Tür. Wenn Sie damit klingeln, sieht man, dass Sie erwartet werden. Wenn Sie keinen ' +
        'Besuch angefragt haben, ignorieren Sie diese E-Mail.',
      '',
    ],
  },
}

export const MAIL_TEXTS: Readonly<Record<Language, MailTexts>> = { en: english, de: german }
