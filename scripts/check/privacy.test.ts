import { expect, test } from '@jest/globals'
import { comparePrivacy, modelsOf } from './privacy.ts'

const SCHEMA = `model User {
  id    Int    @id
  /// A note: not a column
  email String @db.VarChar(100)
  sessions Session[]

  @@map("users")
}
model Session {
  id     String @id
  userId Int    @map("user_id")
  user User @relation(fields: [userId], references: [id])
}
`
const compare = (page: string) => comparePrivacy(page, new Map([['auth', SCHEMA]])).map(({ message }) => message)

test('relations are no columns', () => {
  expect(modelsOf(SCHEMA)).toEqual([
    { name: 'User', columns: ['id', 'email'] },
    { name: 'Session', columns: ['id', 'userId'] },
  ])
})

test('a page that lists every column is accepted, in one row or several', () => {
  expect(compare('## auth\n\n| `User` | `id` | a |\n| `User` | `email` | b |\n| `Session` | `id`, `userId` | c |\n\n## billing\n')).toEqual(
    [],
  )
})

test('a column that is not listed is named with the row to add', () => {
  expect(compare('## auth\n| `User` | `id` | a |\n| `Session` | `id`, `userId` | c |\n')).toEqual([
    'add below "## auth": | `User` | `email` | <why> | <how long> | <how erased> |',
  ])
})

test('a column listed under another service does not count, and one that is gone is named', () => {
  const page = '## auth\n| `User` | `id`, `email`, `phone` | a |\n\n## billing\n| `Session` | `id`, `userId` | c |\n'
  expect(compare(page)).toEqual([
    'add below "## auth": | `Session` | `id`, `userId` | <why> | <how long> | <how erased> |',
    'remove `User.phone` below "## auth": no schema has it',
  ])
})
