/** Visit requests on the resident's side, keeping visits and blocking visitors, in German. */
import { inZone, knownZone, zoneNow } from '../../core/zone.ts'
import type { visitRequestTexts as english } from './en-visits.ts'

const day = inZone('de-DE', { weekday: 'short', month: 'short', day: 'numeric' })

const moment = (at: Date, doorsZone: string) => {
  const timeZone = knownZone(doorsZone) ?? 'UTC'
  const text = new Intl.DateTimeFormat('de-DE', {
    timeZone,
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  })
  const here = zoneNow() === timeZone
  return `${text.format(at)} Uhr${here ? '' : ` (${timeZone.replaceAll('_', ' ')})`}`
}

export const visitRequestTexts: typeof english = {
  title: 'Besuchsanfragen',
  moment,
  asksFor: (resident) => `zu ${resident}`,
  approve: 'Annehmen',
  decline: 'Ablehnen',
  takeBack: 'Zusage zurücknehmen',
  approveOf: (name) => `Besuch von ${name} annehmen`,
  declineOf: (name) => `Besuch von ${name} ablehnen`,
  takeBackOf: (name) => `Zusage zurücknehmen: ${name}`,
  status: { pending: 'Wartet auf Sie', approved: 'Angenommen', declined: 'Abgelehnt', expired: 'Vorbei' },
  approved: 'Besuch angenommen',
  declined: 'Besuch abgelehnt',
  failed: 'Ihre Antwort wurde nicht gespeichert. Bitte versuchen Sie es noch einmal.',
  loadFailed: 'Die Besuchsanfragen konnten nicht geladen werden. Bitte versuchen Sie es noch einmal.',
  keep: 'Aufbewahren',
  keeping: 'Aufbewahrt',
  keepHint: 'Der Besucher kann diesen Besuch nach einem Tag löschen, wenn Sie ihn nicht aufbewahren.',
  unblock: 'Entsperren',
  block: 'Sperren',
  blocking: 'Wird gesperrt',
  blockTitle: (name) => `${name} sperren?`,
  still: 'Werden Sie weiter belästigt?',
  replaceCode: 'Code der Tür ersetzen',
  blocked: 'Besucher gesperrt',
  blockedText: 'Dieses Handy kann 30 Tage lang nicht an dieser Tür klingeln, andere im selben Netz 24 Stunden lang nicht.',
  unblocked: 'Besucher entsperrt',
  changeFailed: 'Die Änderung wurde nicht gespeichert. Bitte versuchen Sie es noch einmal.',
  blockedTitle: 'Gesperrte Besucher',
  blockedUntil: (door, until) => `${door}, bis ${day(until)}`,
  erased: 'Vom Besucher gelöscht',
  unblockOf: (name) => `${name} entsperren`,
}
