import { expect, test } from '@jest/globals'
import { queryClient } from './query-cache.ts'

// covers: L-queries
test('queries are neither refetched nor retried by default', () => {
  const { queries, mutations } = queryClient.getDefaultOptions()
  expect(queries).toMatchObject({ retry: false, refetchOnWindowFocus: false, staleTime: Number.POSITIVE_INFINITY })
  expect(mutations).toMatchObject({ retry: false })
})
