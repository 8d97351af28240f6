/** Members of a household, joined as people join it: by the link of an invitation. */
import type { Home, MemberRole } from '#proto/household.ts'
import type { Resident } from './people.ts'

export type MemberOptions = {
  readonly name?: string
  readonly role?: MemberRole
  readonly until?: string
  /** Ids of the owner's doors; default all. */
  readonly doors?: readonly number[]
}

/** @returns the invitation's id, and the token of its link */
export async function inviteMember(owner: Resident, { name = 'Mina', role = 'member', until, doors }: MemberOptions = {}) {
  const chosen = doors ?? (await owner.call('doorbell.doors', {})).map(({ id }) => id)
  const { id, url } = await owner.call('doorbell.invite_member', { name, role, doors: [...chosen], ...(until ? { until } : {}) })
  return { id, token: new URL(url).pathname.split('/').at(-1) ?? '' }
}

/** Makes an account a member of the owner's household. @returns the household as the member sees it */
export async function joinHousehold(owner: Resident, member: Resident, options?: MemberOptions): Promise<Home> {
  const { token } = await inviteMember(owner, options)
  return member.call('doorbell.accept_invitation', { token })
}
