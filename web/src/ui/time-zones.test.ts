import { expect, test } from '@jest/globals'
import { timeZonesWith } from './time-zones.ts'

test('UTC can be chosen whatever is chosen now, and what the browser does not list stays a choice', () => {
  for (const chosen of ['', 'UTC', 'Europe/Berlin']) expect(timeZonesWith(chosen).filter((zone) => zone === 'UTC')).toHaveLength(1)
  expect(timeZonesWith('Etc/GMT+3')[0]).toBe('Etc/GMT+3')
  expect(timeZonesWith('Europe/Berlin').filter((zone) => zone === 'Europe/Berlin')).toHaveLength(1)
})
