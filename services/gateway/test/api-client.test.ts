// @all: a client is generated, compiled and run; api-conventions.test.ts shows what it relies on
/** The program of docs/api.md, with a client that is generated from the document of the running product. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { ROOT } from '#scripts/bootstrap/launch.mjs'
import { generateClient } from '#scripts/testing/client/generate.ts'
import { PASSWORD } from '#scripts/testing/people.ts'
import { type SharedStack, sharedStack } from '#scripts/testing/shared-stack.ts'

let world: SharedStack
beforeAll(async () => {
  world = await sharedStack()
})
afterAll(() => world.close())

const [, program = ''] = /```ts\n([\s\S]+?)```/.exec(readFileSync(join(ROOT, 'docs/api.md'), 'utf8')) ?? []

// covers: P-api-client gateway.openapi
test('a generated client signs in, reads the account’s doors and rings one', async () => {
  const owner = await world.resident()
  const { text } = await owner.http('/api/openapi.json')
  const client = await generateClient(text, program)
  try {
    const printed = await client.run(owner.client.base, owner.user.username, PASSWORD)
    const [activity] = await owner.activities()
    expect(activity).toMatchObject({ visitorName: 'Parcel robot', purpose: 'delivery' })
    expect(printed).toBe(`ring ${activity?.id} of ${activity?.timestamp}\n`)
  } finally {
    await client.remove()
  }
})

// covers: P-api-client
test('a program that misreads an answer does not compile', async () => {
  const visitor = world.visitor()
  const { text } = await visitor.http('/api/openapi.json')
  const wrong = program.replace('{visit.id}', '{visit.number}')
  expect(wrong).not.toBe(program)
  await expect(generateClient(text, wrong)).rejects.toThrow("Property 'number' does not exist")
})
