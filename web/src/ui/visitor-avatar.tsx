/** Who it was, in a list: the photo, else what they came for, else their initials. */
import { BellSimpleIcon } from '@phosphor-icons/react'
import type { Activity } from '#proto/entities.ts'
import { Avatar, initials } from './parts.tsx'
import { PurposeIcon } from './purpose-icon.tsx'

export function VisitorAvatar({ activity }: { activity: Pick<Activity, 'photoUrl' | 'purpose' | 'visitorName'> }) {
  const { photoUrl, purpose } = activity
  const name = activity.visitorName?.trim()
  return (
    <Avatar photo={photoUrl} plain={purpose !== null}>
      {purpose && purpose !== 'other' ? (
        <PurposeIcon purpose={purpose} size={20} />
      ) : name ? (
        initials(name)
      ) : (
        <BellSimpleIcon size={20} aria-hidden />
      )}
    </Avatar>
  )
}
