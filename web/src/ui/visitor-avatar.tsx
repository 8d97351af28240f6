/** A visitor's avatar: the photo, else the purpose's icon, else the initials. */
import { BellSimpleIcon } from '@phosphor-icons/react'
import type { ReactNode } from 'react'
import type { Activity } from '#proto/entities.ts'
import { initials } from './initials.ts'
import { Avatar } from './primitives.tsx'
import { PurposeIcon } from './purpose-icon.tsx'

type Who = Pick<Activity, 'purpose' | 'visitorName'>

/** What replaces a missing photo; `isIcon`: it shows no person and has no colour. */
export function avatarFallback({ purpose, visitorName }: Who, size = 20): { readonly isIcon: boolean; readonly fallback: ReactNode } {
  if (purpose && purpose !== 'other') return { isIcon: true, fallback: <PurposeIcon purpose={purpose} size={size} /> }
  const letters = initials(visitorName)
  return letters ? { isIcon: false, fallback: letters } : { isIcon: true, fallback: <BellSimpleIcon size={size} aria-hidden /> }
}

export function VisitorAvatar({ activity }: { activity: Who & Pick<Activity, 'photoUrl'> }) {
  const { isIcon, fallback } = avatarFallback(activity)
  return (
    <Avatar photo={activity.photoUrl} plain={isIcon}>
      {fallback}
    </Avatar>
  )
}
