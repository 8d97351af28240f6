import type { Building, Door, DoorSound } from '#proto/doors.ts'

/** What the page does for this feature; each rejects with an ApiError that has been told already, but for `add`'s. */
export type DoorActions = {
  readonly add: (label: string) => Promise<Door>
  readonly change: (
    id: number,
    change: { label?: string; enabled?: boolean; building?: Building | null; sound?: DoorSound },
  ) => Promise<Door>
  readonly rotate: (id: number, graceHours: number) => Promise<Door>
  readonly remove: (id: number) => Promise<unknown>
  readonly upload: (id: number, file: Blob) => Promise<unknown>
}

/** A refusal that was told leaves the form as it is. */
export async function succeeds(work: Promise<unknown>): Promise<boolean> {
  return work.then(
    () => true,
    () => false,
  )
}
