// @all: a command of the operator without its servers
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { ROOT } from '#scripts/bootstrap/launch.mjs'
import { type Stack, startStack } from '#scripts/testing/stack.ts'
import { connectToProduct } from './connection.ts'

let world: Stack
beforeAll(async () => {
  world = await startStack({ services: [] })
})
afterAll(() => world.stop())

test('a command does not wait for a server that is not there', async () => {
  const connecting = connectToProduct(ROOT, { NATS_URL: 'nats://operator:secret@127.0.0.1:1' })
  await expect(connecting).rejects.toThrow(/^NATS does not answer at 127\.0\.0\.1:1: /)
})

test('a command with a wrong password says so, without it', async () => {
  const url = new URL(world.servers.nats.url)
  url.username = 'operator'
  url.password = 'wrong-password'
  const connecting = connectToProduct(ROOT, { NATS_URL: url.href })
  await expect(connecting).rejects.toThrow(`NATS at ${url.host} refuses the user or password of NATS_URL.`)
})
