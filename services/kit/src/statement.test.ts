import { expect, test } from '@jest/globals'
import { selectList, statement, statementFamily, valuesOf } from './statement.ts'

test('each name is one parameter, numbered by its first use', () => {
  const find = statement({
    name: 'find',
    params: { a: 'int', bC: 'text?' },
    row: { id: 'int' },
    sql: 'SELECT id FROM t WHERE x = :bC AND y = :a AND z <> :bC',
  })
  expect(find.text).toBe('SELECT id FROM t WHERE x = $1 AND y = $2 AND z <> $1')
  expect(valuesOf(find, { a: 7, bC: undefined })).toEqual([null, 7])
})

test('casts and quoted text are no parameters', () => {
  const find = statement({ name: 'find', params: { at: 'text' }, sql: `SELECT 'it''s :no', to_char(:at::timestamptz, 'HH24:MI')` })
  expect(find.text).toBe(`SELECT 'it''s :no', to_char($1::timestamptz, 'HH24:MI')`)
})

test('an undeclared or unused parameter is refused', () => {
  expect(() => statement({ name: 'find', params: {}, sql: 'SELECT :id' })).toThrow('find: the SQL names :id')
  expect(() => statement({ name: 'find', params: { id: 'int' }, sql: 'SELECT 1' })).toThrow('find: the SQL does not use id')
})

test('a family sends the parameters of its choice only', () => {
  const find = statementFamily({
    name: 'find',
    params: { owner: 'int', since: 'timestamptz?' },
    row: { id: 'int' },
    choices: { since: [false, true] },
    sql: ({ since }) => `SELECT id FROM t WHERE ${since ? 'at > :since AND ' : ''}owner = :owner`,
  })
  expect(find.of({ since: false })).toMatchObject({ text: 'SELECT id FROM t WHERE owner = $1', order: ['owner'] })
  expect(find.of({ since: true })).toMatchObject({ text: 'SELECT id FROM t WHERE at > $1 AND owner = $2', order: ['since', 'owner'] })
})

test('a select list names columns as the row does', () => {
  expect(selectList('a', { id: 'int', ownerId: 'int', qrCodeId: 'text' })).toBe('a.id, a.owner_id AS "ownerId", a.qr_code_id AS "qrCodeId"')
})
