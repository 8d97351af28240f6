/** Whether calls work from this machine, by which path, and which port is closed. */
import { inTime } from '../../testing/wait.ts'
import { type ApiAddress, type TemporaryAccount, visitorFrom } from '../temporary-account.ts'
import { type DoorPatience, openDoors, openMediaRooms } from './media-rooms.ts'
import { checkPaths, type MediaReport } from './paths.ts'

/** Milliseconds until the product has prepared calls; the paths then take at most six seconds (paths.ts). */
const PREPARE_MS = 9_000

/**
 * Prepares calls of an account that is, or becomes, Premium, and tries each path to them.
 * @throws StartError where no call can be prepared, HttpError, Error when the product is too slow
 */
export async function checkMedia({ resident }: TemporaryAccount, api: ApiAddress, patience: DoorPatience): Promise<MediaReport> {
  const codes = await openDoors(resident, patience)
  const rooms = await inTime(
    'the product to prepare calls',
    openMediaRooms(resident, codes, () => visitorFrom(api)),
    PREPARE_MS,
  )
  return checkPaths(rooms)
}
