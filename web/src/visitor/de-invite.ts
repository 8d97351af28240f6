/** Deutsch: die Seite eines Gastes, der zu einem Videoanruf eingeladen wurde. */
import type { inviteTexts as english } from './en-invite.ts'

export const inviteTexts: typeof english = {
  title: 'Sie sind zu einem Videoanruf eingeladen',
  text: '„Beitreten“ klingelt bei den Bewohnern; der Anruf beginnt, sobald sie antworten. Der Link gilt einmal, für einen Gast.',
  needs: 'Sie brauchen eine Kamera, ein Mikrofon und einen Browser mit Skripten. Keine App, kein Konto.',
  join: 'Beitreten',
  joining: 'Beitritt läuft',
  unknown: {
    title: 'Dieser Einladungslink ist ungültig',
    text: 'Bitte prüfen Sie, ob er vollständig kopiert wurde, oder lassen Sie sich einen neuen schicken.',
  },
  expired: { title: 'Dieser Einladungslink ist abgelaufen', text: 'Bitte lassen Sie sich einen neuen schicken.' },
  used: {
    title: 'Dieser Einladungslink wurde schon benutzt',
    text: 'Er gilt einmal, für einen Gast. Bitte lassen Sie sich einen neuen schicken.',
  },
  failed: {
    title: 'Dieser Anruf ist gerade nicht möglich',
    text: 'Bitte versuchen Sie es gleich noch einmal, oder vereinbaren Sie einen anderen Weg.',
  },
}
