import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { ROOT } from '#scripts/bootstrap/launch.mjs'
import { AREAS } from './areas.ts'

/** A break edits the present text of a file, so it must be updated when that text changes. */
test.each(Object.keys(AREAS))('each break of %s is found once in its file, and its tests are there', (area) => {
  for (const { name, file, find, tests } of AREAS[area] ?? []) {
    const found = readFileSync(join(ROOT, file), 'utf8').split(find).length - 1
    expect({ name, found, missing: tests.filter((path) => !existsSync(join(ROOT, path))) }).toEqual({ name, found: 1, missing: [] })
  }
})
