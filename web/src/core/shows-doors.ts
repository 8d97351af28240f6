import type { Activity } from '#proto/entities.ts'

/**
 * Whether a list shows the door of each ring: there are several doors, or a ring was at a door that no longer exists. Rings of other homes
 * show theirs anyway.
 * @param doors undefined while they load
 */
export function showsDoors(
  doors: readonly { readonly label: string }[] | undefined,
  visits: Iterable<Pick<Activity, 'doorLabel' | 'home'>>,
): boolean {
  const labels = new Set(doors?.map(({ label }) => label))
  if (labels.size === 0) return false
  for (const { doorLabel, home } of visits) if (!home) labels.add(doorLabel)
  return labels.size > 1
}
