import { isApiError } from '../../core/api-error.ts'
import { type Reach, reachOf } from '../../core/reach.ts'
import { useValue } from '../../ui/use-value.ts'
import { connection } from '../services.ts'
import { useActivities } from './activities.ts'

/** Whether rings reach this page now: by its socket, by the poll of the activities, or not at all. */
export function useReach(): Reach {
  const { error } = useActivities()
  return reachOf(useValue(connection.state), !isApiError(error, 'network'))
}
