/** Who it was, in every list: the photo, else what they came for, else their initials. */
import { BellSimpleIcon } from '@phosphor-icons/react'
import type { ReactNode } from 'react'
import type { Activity } from '#proto/entities.ts'
import { initials } from './initials.ts'
import { Avatar } from './parts.tsx'
import { PurposeIcon } from './purpose-icon.tsx'

type Who = Pick<Activity, 'purpose' | 'visitorName'>

/** What stands in the place of a photo; `isIcon`: it names nobody, and has no colour. */
export function visitorMark({ purpose, visitorName }: Who, size = 20): { readonly isIcon: boolean; readonly mark: ReactNode } {
  if (purpose && purpose !== 'other') return { isIcon: true, mark: <PurposeIcon purpose={purpose} size={size} /> }
  const letters = initials(visitorName)
  return letters ? { isIcon: false, mark: letters } : { isIcon: true, mark: <BellSimpleIcon size={size} aria-hidden /> }
}

export function VisitorAvatar({ activity }: { activity: Who & Pick<Activity, 'photoUrl'> }) {
  const { isIcon, mark } = visitorMark(activity)
  return (
    <Avatar photo={activity.photoUrl} plain={isIcon}>
      {mark}
    </Avatar>
  )
}
