import { expect, test } from '@jest/globals'
import { databaseName, databaseUrl } from './migrate.ts'

test('each service’s database is named after the given one', () => {
  expect(databaseName('postgres://me@db.example/house', 'auth')).toBe('house_auth')
  expect(databaseName('postgres://me@db.example', 'auth')).toBe('doorbell_auth')
  expect(databaseName('postgres://me@db.example/postgres', 'auth')).toBe('doorbell_auth')
})

test('credentials and options of the given address are kept', () => {
  expect(databaseUrl('postgres://me:p%40ss@db.example:6432/house?sslmode=require', 'house_auth')).toBe(
    'postgres://me:p%40ss@db.example:6432/house_auth?sslmode=require',
  )
})
