/** A ring of somebody else's household, as its member gets it (docs/product/decisions.md, 41): whose plan decides, and who shares it. */
import type { Activity, User } from '#proto/entities.ts'
import type { Household } from '#proto/household.ts'

/** Whether a ring can be answered by video and audio: by its owner's plan, in this account's home as in another one. */
export const hasCalls = ({ home }: Pick<Activity, 'home'>, { subscriptionTier }: Pick<User, 'subscriptionTier'>): boolean =>
  home ? home.premium : subscriptionTier === 'premium'

/**
 * Whether others than this account have a ring, so that ignoring it is for all of them.
 * @param household as far as this page knows it
 */
export const isShared = (
  { home, doorId, test, activityType }: Pick<Activity, 'home' | 'doorId' | 'test' | 'activityType'>,
  household: Household | undefined,
  now: number,
): boolean => {
  // A test and the guest of an invite ring their owner alone.
  if (test || activityType === 'video_call') return false
  return (
    home !== undefined ||
    (household?.members ?? []).some(({ doors, until }) => doors.includes(doorId) && (until === null || Date.parse(until) > now))
  )
}

/** Who answered, if it was not the account's owner on one of their devices: a member, or for a member the owner. */
export const answererOf = ({ answeredMember, answeredAt, home }: Pick<Activity, 'answeredMember' | 'answeredAt' | 'home'>) =>
  answeredMember ?? (answeredAt === null ? undefined : home?.owner)
