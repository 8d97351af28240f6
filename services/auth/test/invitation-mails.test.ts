import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { MAILS } from '#proto/limits.ts'
import { type SharedStack, sharedStack } from '#scripts/testing/shared-stack.ts'
import { ask, freshName, mailsTo } from './person.ts'

let world: SharedStack
beforeAll(async () => {
  world = await sharedStack()
})
afterAll(() => world.close())

const invite = (to: string, key: string = randomUUID(), language: 'en' | 'de' = 'en') =>
  ask(world, 'auth.mail_invitation', { key, to, path: '/join/some-token', language })

test('an invitation is mailed once for its key, with its link, in the language of its owner', async () => {
  const [to, key] = [`${freshName()}@example.org`, randomUUID()]
  await invite(to, key, 'de')
  await invite(to, key, 'de')
  const mails = await mailsTo(world, to)
  expect(mails.map(({ subject }) => subject)).toEqual(['Einladung zu einer digitalen Klingel'])
  expect(mails[0]?.text).toMatch(/\n\nhttps?:\/\/[^\s]+\/join\/some-token\n\n/)
  expect(mails[0]?.text).toContain('sieben Tage')
})

test('an address gets five invitations a day, in any spelling', async () => {
  const name = freshName()
  const spellings = [`${name}@example.org`, `${name.toUpperCase()}@example.org`, `${name}@Example.ORG`]
  for (let count = 0; count < MAILS.aDay + 3; count += 1) await invite(spellings[count % 3] ?? '')
  expect(await mailsTo(world, `${name}@example.org`)).toHaveLength(MAILS.aDay)
})
