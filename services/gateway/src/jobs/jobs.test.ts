import { expect, test } from '@jest/globals'
import { CONNECTION_LIMITS } from '../adapters/connection-limits.ts'
import { gatewayJobs } from './jobs.ts'

test('an idle stream of events is written to before its connection counts as idle', () => {
  const jobs = gatewayJobs({ sockets: {}, streams: {}, frameRateLimiter: {} } as never)
  const keepAlive = jobs.find(({ name }) => name === 'keep-streams-alive')
  expect((keepAlive?.everyMs ?? Number.NaN) * 2).toBeLessThanOrEqual(CONNECTION_LIMITS.answerIdle)
})
