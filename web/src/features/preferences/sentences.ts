/** Describes which alerts would be sent right now. */
import type { Channel, PreferencesPreview } from '#proto/preferences.ts'
import { preferenceTexts } from './en-preferences.ts'

const t = preferenceTexts.preview

type Subject = keyof typeof t.subjects

function sentence(subject: Subject, channels: readonly Channel[]): string {
  const texts = t.subjects[subject]
  return channels.length
    ? t.sentence(
        texts,
        channels.map((channel) => t.does[channel]),
      )
    : t.waits(texts)
}

const same = (a: readonly Channel[], b: readonly Channel[]) => a.join() === b.join()

/** Names a delivery only if it differs from a ring, and a missed ring only if it sends a mail. */
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

/** Formats an instant in the resident's zone, or in the browser's if it does not have that zone. */
function clockIn(iso: string, timeZone: string): string {
  const options = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  try {
    return preferenceTexts.clock(new Intl.DateTimeFormat('en-GB', { ...options, timeZone }).format(new Date(iso)))
  } catch {
    return preferenceTexts.clock(new Intl.DateTimeFormat('en-GB', options).format(new Date(iso)))
  }
}
