import { expect, test } from '@jest/globals'
import { queryClient } from './query-client.ts'

test('what a GET answered is never asked again by itself, and nothing is retried [L-queries]', () => {
  const { queries, mutations } = queryClient.getDefaultOptions()
  expect(queries).toMatchObject({ retry: false, refetchOnWindowFocus: false, staleTime: Number.POSITIVE_INFINITY })
  expect(mutations).toMatchObject({ retry: false })
})
