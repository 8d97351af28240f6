import { expect, test } from '@jest/globals'
import { breakingStatements } from './migrations.ts'

const file = (timestamp: string) => `services/doorbell/prisma/migrations/${timestamp}_change_doors/migration.sql`
const NEW = file('20261201120000')
const linesOf = (sql: string, version = '0.3.0') => breakingStatements(NEW, sql, version).map(({ line }) => line)

test.each([
  'DROP TABLE "doors";',
  'DROP INDEX "doors_owner";',
  'ALTER TABLE "doors" DROP COLUMN "label";',
  'ALTER TABLE "doors" ALTER COLUMN "label" DROP DEFAULT;',
  'ALTER TABLE "doors" RENAME TO "places";',
  'ALTER TABLE "doors" RENAME COLUMN "label" TO "name";',
  'ALTER TABLE doors RENAME label TO name;',
  'alter table doors alter column label set not null;',
  'ALTER TABLE "doors" ALTER COLUMN "label" SET DATA TYPE VARCHAR(10);',
  'ALTER TABLE doors ALTER label TYPE text;',
  'ALTER TABLE "doors" ADD COLUMN "name" TEXT NOT NULL;',
  'ALTER TABLE "doors" ADD COLUMN "place" TEXT, ADD COLUMN "name" TEXT NOT NULL;',
])('%s is refused', (statement) => {
  expect(linesOf(`-- a comment\n${statement}\n`)).toEqual([2])
})

test.each([
  'CREATE TABLE "doors" ("id" TEXT NOT NULL, "type" TEXT NOT NULL, CONSTRAINT "doors_pkey" PRIMARY KEY ("id"));',
  'ALTER TABLE "doors" ADD COLUMN "name" TEXT;',
  `ALTER TABLE "doors" ADD COLUMN "name" TEXT NOT NULL DEFAULT '';`,
  `ALTER TABLE "doors" ADD COLUMN "name" TEXT DEFAULT '' NOT NULL;`,
  'ALTER TABLE "doors" ADD CONSTRAINT "named" CHECK ("name" IS NOT NULL) NOT VALID;',
  `ALTER TABLE "doors" ALTER COLUMN "label" SET DEFAULT 'drop table';`,
  '-- DROP TABLE "doors";',
  '/* DROP TABLE "doors"; */ CREATE INDEX "drop table" ON "doors" ("drop_count");',
])('%s is not refused', (statement) => {
  expect(linesOf(statement)).toEqual([])
})

test('a contract of an earlier version may break', () => {
  expect(linesOf('-- contract of 0.2.0\nDROP TABLE "doors";\n')).toEqual([])
})

test.each(['0.3.0', '0.10.0', '1.0.0'])('in 0.3.0 a contract of %s is refused', (version) => {
  const [finding] = breakingStatements(NEW, `-- contract of ${version}\nDROP TABLE "doors";\n`, '0.3.0')
  expect(finding?.message).toBe(`contract of ${version} cannot be part of 0.3.0: the version that it names must be released before`)
})

test('a migration from before the first release is not checked', () => {
  expect(breakingStatements(file('20261123190000'), 'DROP TABLE "doors";', '0.1.0')).toEqual([])
})
