import type { Building, Door, DoorSound } from '#proto/doors.ts'

/** The actions that the page provides; each rejects with an ApiError that a toast has shown, except `add`. */
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

/** @returns false after an error that a toast has shown: the form stays open. */
export async function succeeds(work: Promise<unknown>): Promise<boolean> {
  return work.then(
    () => true,
    () => false,
  )
}
