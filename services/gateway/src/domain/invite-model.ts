/** Template data for the guest of an invite (decision 30): the invitation, or why it cannot be used. Pure. */
import type { TemplateData } from '#kit/template.ts'
import { INVITE_CODE, RETENTION_DAYS } from '#proto/limits.ts'
import { pageModel } from './visitor-model.ts'
import { plateOf } from './visitor-parts.ts'
import type { VisitorTexts } from './visitor-texts.ts'

/** Why an invite cannot be used. */
export type InviteEnd = 'unknown' | 'expired' | 'used' | 'failed'

type InviteContext = { readonly texts: VisitorTexts; readonly now: Date; readonly action: string }
type Open = InviteContext & { readonly label: string; readonly key: string; readonly failure?: string | undefined }

/** An invite has no door: no building info, and the retention of premium, which invites require. */
const doorOf = (label: string) => ({ qrCodeId: INVITE_CODE, label, building: null, keptDays: RETENTION_DAYS.premium })

const base = ({ texts, now, action }: InviteContext, state: string) => ({
  title: texts.invite.title,
  page: 'invite',
  action,
  idempotencyKey: '',
  boot: JSON.stringify({ door: null, visit: null, now: now.toISOString(), invite: state }),
  refresh: false,
})

export function openInvite(open: Open): TemplateData {
  const { texts, label, key, failure } = open
  const { title, text, needs, join } = texts.invite
  const door = doorOf(label)
  return {
    ...base(open, 'open'),
    boot: JSON.stringify({ door, visit: null, now: open.now.toISOString(), invite: 'open' }),
    idempotencyKey: key,
    door: plateOf(label),
    panel: { icon: 'video-camera', blue: true, title, text, needs, join, failure },
  }
}

/** Shows nothing about the owner, because anybody may have the link. */
export function unusableInvite(context: InviteContext, end: InviteEnd): TemplateData {
  return { ...base(context, end), door: null, panel: { icon: 'video-camera', ...context.texts.invite[end] } }
}

/** The joined call: the same page as a ring's, posting to the invite's own path. */
export function joinedInvite(
  input: Omit<Parameters<typeof pageModel>[0], 'door' | 'form' | 'left'> & { readonly label: string },
): TemplateData {
  const { label, ...rest } = input
  return pageModel({ ...rest, left: true, door: doorOf(label) })
}
