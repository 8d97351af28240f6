import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { ownerOf } from '#proto/operation.ts'
import { operations } from '#proto/operations/index.ts'
import { servicesWithDatabase } from '../database/migrate.ts'
import { DELETIONS } from './delete-user.ts'

const ROOT = join(import.meta.dirname, '..', '..')

test('delete-user calls every deletion that a service declares, and auth last', () => {
  const declared = operations.filter(({ name, caller }) => caller === 'internal' && /\.forget_(user|owner)$/.test(name))
  expect(DELETIONS.toSorted()).toEqual(declared.map(({ name }) => name).sort())
  expect(DELETIONS.at(-1)).toBe('auth.forget_user')
})

test('every service with a database deletes what it stores of a user', () => {
  expect(DELETIONS.map(ownerOf).sort()).toEqual(servicesWithDatabase(ROOT).toSorted())
})
