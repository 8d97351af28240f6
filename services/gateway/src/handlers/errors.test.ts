import type { AddressInfo } from 'node:net'
import { expect, test } from '@jest/globals'
import express from 'express'
import { createLog } from '#kit/log.ts'
import { errorHandler } from './errors.ts'

// covers: T-unexpected internal
test('an internal error becomes a generic 500 without details', async () => {
  const app = express()
  app.get('/', () => {
    throw new Error('SELECT secret FROM users')
  })
  app.use(errorHandler({ log: createLog('test', 'silent'), reportRefusal: () => undefined }))
  const server = app.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  try {
    const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
    expect([answer.status, await answer.json()]).toEqual([
      500,
      { code: 'internal', message: 'An unexpected error occurred. Please try again.' },
    ])
  } finally {
    server.close()
    server.closeAllConnections()
  }
})
