/** What a wall display shows in addition to rings (record 0066). */
import type { Clock } from '#kit/clock.ts'
import { residentOf, type SomeHandlersOf } from '#kit/handlers.ts'
import type { PreferenceStore } from '../notifications/preferences.ts'
import type { Doors } from './doors.ts'
import { soundUrl } from './store-sound.ts'

type Deps = {
  readonly doors: Pick<Doors, 'ofOwner'>
  readonly preferences: Pick<PreferenceStore, 'snapshot'>
  readonly clock: Clock
}

export function wallHandlers({ doors, preferences, clock }: Deps): SomeHandlersOf<'doorbell', 'wall'> {
  return {
    wall: async ({ caller }) => {
      const { userId } = residentOf(caller)
      const now = clock.now()
      const [owned, { preferences: stored, quiet }] = await Promise.all([doors.ofOwner(userId, now), preferences.snapshot(userId, now)])
      return {
        doors: owned.map((door) => ({ id: door.id, label: door.label, soundUrl: soundUrl(door) })),
        timeZone: stored.timeZone,
        quietHours: stored.quietHours,
        quiet,
      }
    },
  }
}
