/** What would ring right now, as sentences. */
import type { Channel, PreferencesPreview } from '#proto/preferences.ts'
import { preferenceTexts } from '../../core/texts/en-preferences.ts'

const t = preferenceTexts.preview

type Subject = keyof typeof t.subjects

function sentence(subject: Subject, channels: readonly Channel[]): string {
  const words = t.subjects[subject]
  return channels.length
    ? t.sentence(
        words,
        channels.map((channel) => t.does[channel]),
      )
    : t.waits(words)
}

const same = (a: readonly Channel[], b: readonly Channel[]) => a.join() === b.join()

/** A delivery is named only where it differs from a ring; a missed ring where it is told by mail. */
export function previewSentences({ quiet, until, timeZone, alerts }: PreferencesPreview): string[] {
  if (quiet === 'do_not_disturb') return [t.doNotDisturb]
  if (quiet === 'quiet_hours') return [t.quiet(until ? clockIn(until, timeZone) : '')]
  return [
    sentence('ring', alerts.ring),
    ...(same(alerts.package, alerts.ring) ? [] : [sentence('package', alerts.package)]),
    sentence('message', alerts.message),
    ...(alerts.missed.includes('email') ? [sentence('missed', alerts.missed)] : []),
  ]
}

/** An instant on the resident's own clock. A zone that this browser does not know is told in its own. */
function clockIn(iso: string, timeZone: string): string {
  const options = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  try {
    return preferenceTexts.clock(new Intl.DateTimeFormat('en-GB', { ...options, timeZone }).format(new Date(iso)))
  } catch {
    return preferenceTexts.clock(new Intl.DateTimeFormat('en-GB', options).format(new Date(iso)))
  }
}
