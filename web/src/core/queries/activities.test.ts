import { expect, test } from '@jest/globals'
import { QueryClient } from '@tanstack/react-query'
import type { Activity } from '#proto/entities.ts'
import type { Services } from '../services.ts'
import { anActivity } from '../testing/activity.ts'
import { prefetchActivities } from './activities.ts'

test('a ring that a frame brings while a poll is on its way stays in the list', async () => {
  const queryClient = new QueryClient()
  const polled = Promise.withResolvers<readonly Activity[]>()
  let list: readonly Activity[] = []
  const api = { call: () => polled.promise } as unknown as Services['api']
  const cache = { activities: () => list } as Services['cache']
  const done = prefetchActivities({ api, cache, queryClient })
  const ring = anActivity({ id: 7, outcome: null })
  list = [ring]
  polled.resolve([])
  await done
  expect(queryClient.getQueryData(['activities'])).toEqual([ring])
})
