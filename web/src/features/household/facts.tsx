/** What the rows of a household say below a name: role, doors, and dates. */
import type { MemberRole } from '#proto/household.ts'
import { Tag } from '../../ui/primitives.tsx'
import { activityTime } from '../../ui/time.ts'
import { householdTexts as t } from './en-household.ts'
import styles from './household.module.css'

/** The labels of doors, in the order of the account's. */
export const labelsOf = (ids: readonly number[], doors: readonly { readonly id: number; readonly label: string }[]): string =>
  doors
    .filter(({ id }) => ids.includes(id))
    .map(({ label }) => label)
    .join(' · ') || t.noDoors

/** The end of a temporary membership, which may be over. */
export function endOf(until: string | null, now: Date): string | undefined {
  if (until === null) return undefined
  const time = activityTime(until, now)
  return Date.parse(until) > now.getTime() ? t.until(time) : t.ended(time)
}

type Props = { readonly name: string; readonly role: MemberRole; readonly lines: readonly (string | undefined)[] }

export function Facts({ name, role, lines }: Props) {
  return (
    <>
      <div className={styles.who}>
        <strong>
          <bdi>{name}</bdi>
        </strong>
        <Tag tone={role === 'temporary' ? 'amber' : 'neutral'}>{t.roles[role]}</Tag>
      </div>
      {lines.map((line) => (line ? <small key={line}>{line}</small> : null))}
    </>
  )
}
