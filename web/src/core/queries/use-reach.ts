import { isApiError } from '../api-error.ts'
import { type Reach, reachOf } from '../reach.ts'
import { useServices } from '../services.ts'
import { useValue } from '../use-value.ts'
import { useActivities } from './activities.ts'

/** Whether rings reach this page now: by its socket, by the poll of the activities, or not at all. */
export function useReach(): Reach {
  const { connection } = useServices()
  const { error } = useActivities()
  return reachOf(useValue(connection.state), !isApiError(error, 'network', 'unavailable'))
}
