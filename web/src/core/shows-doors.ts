import type { Activity } from '#proto/entities.ts'

/**
 * Whether a list shows the door of each ring: there are several doors, or a ring was at a door that no longer exists.
 * @param doors undefined while they load
 */
export function showsDoors(
  doors: readonly { readonly label: string }[] | undefined,
  visits: Iterable<Pick<Activity, 'doorLabel'>>,
): boolean {
  const labels = new Set(doors?.map(({ label }) => label))
  if (labels.size === 0) return false
  for (const { doorLabel } of visits) labels.add(doorLabel)
  return labels.size > 1
}
