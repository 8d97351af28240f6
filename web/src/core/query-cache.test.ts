import { expect, test } from '@jest/globals'
import { createAccountCache, createQueryClient, keys } from './query-cache.ts'
import { anActivity } from './testing/activity.ts'

// covers: L-queries
test('queries are neither refetched nor retried by default', () => {
  const { queries, mutations } = createQueryClient().getDefaultOptions()
  expect(queries).toMatchObject({ retry: false, refetchOnWindowFocus: false, staleTime: Number.POSITIVE_INFINITY })
  expect(mutations).toMatchObject({ retry: false })
})

test('two clients share no activity', () => {
  const queryClient = createQueryClient()
  const cache = createAccountCache(queryClient)
  cache.updateActivity(anActivity({ id: 7 }))
  expect(cache.activity(7)?.id).toBe(7)
  expect(queryClient.getQueryData(keys.activities)).toHaveLength(1)
  expect(createAccountCache(createQueryClient()).activities()).toEqual([])
})
