import { expect, test } from '@jest/globals'
import { ApiError } from './api-error.ts'
import { createAccountCache, createQueryClient, keys, onSignedOut } from './query-cache.ts'
import { anActivity } from './testing/activity.ts'

const records = new Map<string, string>()
const storage = {
  setItem: (key: string, value: string) => void records.set(key, value),
  removeItem: (key: string) => void records.delete(key),
}

// covers: L-queries
test('queries are neither refetched nor retried by default', () => {
  const { queries, mutations } = createQueryClient(storage).getDefaultOptions()
  expect(queries).toMatchObject({ retry: false, refetchOnWindowFocus: false, staleTime: Number.POSITIVE_INFINITY })
  expect(mutations).toMatchObject({ retry: false })
})

test('two clients share no activity', () => {
  const queryClient = createQueryClient(storage)
  const cache = createAccountCache(queryClient, storage)
  cache.updateActivity(anActivity({ id: 7 }))
  expect(cache.activity(7)?.id).toBe(7)
  expect(queryClient.getQueryData(keys.activities)).toHaveLength(1)
  expect(createAccountCache(createQueryClient(storage), storage).activities()).toEqual([])
})

test('a response about the user of before does not sign in again', async () => {
  const queryClient = createQueryClient(storage)
  const cache = createAccountCache(queryClient, storage)
  const answered = Promise.withResolvers<{ readonly id: number; readonly subscriptionTier: string }>()
  const fetching = queryClient.fetchQuery({ queryKey: keys.user, queryFn: () => answered.promise }).catch(() => undefined)
  cache.setUser(null)
  answered.resolve({ id: 3, subscriptionTier: 'free' })
  await fetching
  await answered.promise
  expect([queryClient.getQueryData(keys.user), records.size]).toEqual([null, 0])
  await queryClient.fetchQuery({ queryKey: keys.user, queryFn: () => answered.promise, staleTime: 0 })
  expect(records.get('userData')).toBe('{"id":3,"subscriptionTier":"free"}')
})

test('a session that has ended is said, whoever learns of it first', async () => {
  const queryClient = createQueryClient(storage)
  const said: string[] = []
  onSignedOut(queryClient, () => said.push('signed out'))
  queryClient.setQueryData(keys.user, { id: 3, subscriptionTier: 'free' })
  expect(said).toEqual([])
  const ended = new ApiError({ message: '', code: 'unauthenticated', status: 401 })
  await queryClient.fetchQuery({ queryKey: keys.doors, queryFn: () => Promise.reject(ended) }).catch(() => undefined)
  expect(said).toEqual(['signed out'])
})
