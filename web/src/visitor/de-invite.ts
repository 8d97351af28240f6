/** German: the page of an invite's guest. */
import type { inviteTexts as english } from './en-invite.ts'

export const inviteTexts: typeof english = {
  title: 'Sie sind zu einem Videoanruf eingeladen',
  text: 'Mit „Beitreten“ klingelt es bei den Bewohnern. Der Anruf beginnt mit der Antwort. Der Link gilt einmal, für einen Gast.',
  needs: 'Sie brauchen Kamera, Mikrofon und einen aktuellen Browser. Keine App, kein Konto.',
  join: 'Beitreten',
  joining: 'Einen Moment …',
  unknown: {
    title: 'Dieser Einladungslink ist ungültig',
    text: 'Bitte prüfen Sie, ob Sie ihn vollständig kopiert haben, oder lassen Sie sich einen neuen schicken.',
  },
  expired: { title: 'Dieser Einladungslink ist abgelaufen', text: 'Bitte lassen Sie sich einen neuen schicken.' },
  used: {
    title: 'Dieser Einladungslink wurde schon benutzt',
    text: 'Er gilt einmal, für einen Gast. Bitte lassen Sie sich einen neuen schicken.',
  },
  failed: {
    title: 'Dieser Anruf ist gerade nicht möglich',
    text: 'Bitte versuchen Sie es gleich noch einmal oder vereinbaren Sie einen anderen Weg.',
  },
}
