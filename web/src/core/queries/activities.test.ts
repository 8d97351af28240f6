import { expect, test } from '@jest/globals'
import { QueryClient } from '@tanstack/react-query'
import type { Activity } from '#proto/entities.ts'
import { createApi } from '../api.ts'
import { allRoutes } from '../routes.static.ts'
import { createServerClock } from '../server-clock.ts'
import type { Services } from '../services.ts'
import { anActivity } from '../testing/activity.ts'
import { prefetchActivities } from './activities.ts'

test('a ring that a frame brings while a poll is on its way stays in the list', async () => {
  const queryClient = new QueryClient()
  const polled = Promise.withResolvers<Response>()
  let list: readonly Activity[] = []
  const api = createApi({ routes: allRoutes, clock: createServerClock(), fetch: () => polled.promise })
  const cache = { activities: () => list } as Services['cache']
  const done = prefetchActivities({ api, cache, queryClient })
  const ring = anActivity({ id: 7, outcome: null })
  list = [ring]
  polled.resolve(Response.json([]))
  await done
  expect(queryClient.getQueryData(['activities'])).toEqual([ring])
})
