/** What the guest of an invite sees (decision 30): the invitation, or plainly why it is none. Pure. */
import type { TemplateData } from '#kit/template.ts'
import { INVITE_CODE, RETENTION_DAYS } from '#proto/limits.ts'
import { pageModel } from './visitor-model.ts'
import { plateOf } from './visitor-parts.ts'
import type { VisitorWords } from './visitor-words.ts'

/** `over`: this browser joined, and has cancelled. */
export type InviteEnd = 'unknown' | 'expired' | 'used' | 'failed'

type Around = { readonly words: VisitorWords; readonly now: Date; readonly action: string }
type Open = Around & { readonly label: string; readonly key: string; readonly failure?: string | undefined }

/** A guest comes through no door: nothing of a building, and the storage of the plan that invites need. */
const doorOf = (label: string) => ({ qrCodeId: INVITE_CODE, label, building: null, keptDays: RETENTION_DAYS.premium })

const base = ({ words, now, action }: Around, state: string) => ({
  title: words.invite.title,
  page: 'invite',
  action,
  idempotencyKey: '',
  boot: JSON.stringify({ door: null, visit: null, now: now.toISOString(), invite: state }),
  refresh: false,
})

export function openInvite(open: Open): TemplateData {
  const { words, label, key, failure } = open
  const { title, text, needs, join } = words.invite
  const door = doorOf(label)
  return {
    ...base(open, 'open'),
    boot: JSON.stringify({ door, visit: null, now: open.now.toISOString(), invite: 'open' }),
    idempotencyKey: key,
    door: plateOf(label),
    panel: { icon: 'video-camera', blue: true, title, text, needs, join, failure },
  }
}

/** Nothing about the owner: the link may have come into any hands. */
export function deadInvite(around: Around, end: InviteEnd): TemplateData {
  return { ...base(around, end), door: null, panel: { icon: 'video-camera', ...around.words.invite[end] } }
}

/** The call that was made of it: the same page as a ring's, posting to the invite's own address. */
export function joinedInvite(
  input: Omit<Parameters<typeof pageModel>[0], 'door' | 'form' | 'left'> & { readonly label: string },
): TemplateData {
  const { label, ...rest } = input
  return pageModel({ ...rest, left: true, door: doorOf(label) })
}
