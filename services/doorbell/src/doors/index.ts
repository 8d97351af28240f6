import type { ServiceContext } from '#kit/service-context.ts'
import type { Core } from '../core/index.ts'
import type { NotificationFeature } from '../notifications/index.ts'
import { createAuthClient } from './auth.client.ts'
import { onUserRegistered } from './auth.consumer.ts'
import { closedDoorError } from './closed-door-error.ts'
import { doorHandlers } from './doors.handlers.ts'
import { createDoors, deleteRemovedDoors, soundsInUse } from './doors.store.ts'
import { createSoundFiles, sweepSounds } from './sound-files.adapter.ts'
import { soundBytes } from './sounds.handlers.ts'
import { wallHandlers } from './wall.handlers.ts'

/** Doors, their codes and sounds. */
export function doors(
  { bus, clock, log }: Pick<ServiceContext<unknown>, 'bus' | 'clock' | 'log'>,
  { db, outbox, live, billing, files, isDeleted }: Core,
  { preferences }: NotificationFeature,
) {
  const store = createDoors(db)
  const auth = createAuthClient(bus, log)
  const soundFiles = createSoundFiles(files)
  const deps = { doors: store, auth, clock, billing, outbox, preferences, live, soundFiles }
  const errorOf = (qrCodeId: string) => closedDoorError({ doors: store, auth }, qrCodeId)
  return {
    handlers: {
      ...doorHandlers({ ...deps, closedDoorError: errorOf, isDeleted }),
      ...wallHandlers({ doors: store, preferences, clock }),
    },
    bytes: soundBytes(deps),
    consumers: { auth: onUserRegistered({ doors: store, clock, isDeleted }) },
    doors: store,
    soundFiles,
    /** The error for a code that opens no door now. */
    closedDoorError: errorOf,
    /** Deletes, of those older than `before`, the sounds that no door refers to and the doors that no ring refers to. */
    sweepSounds: (before: Date) => sweepSounds(files, before, (names) => soundsInUse(db, names)),
    deleteRemovedDoors: (before: Date) => deleteRemovedDoors(db, before),
  }
}
export type DoorFeature = ReturnType<typeof doors>
