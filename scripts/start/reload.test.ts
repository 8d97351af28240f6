import { expect, test } from '@jest/globals'
import { affectedServices } from './reload.ts'

const services = ['auth', 'gateway']

test("a service's source restarts that service, shared source all, tests none", () => {
  expect(affectedServices('services/auth/src/app.ts', services)).toEqual(['auth'])
  expect(affectedServices('services/kit/src/bus.ts', services)).toEqual(services)
  expect(affectedServices('proto/errors.ts', services)).toEqual(services)
  expect(affectedServices('services/auth/src/app.test.ts', services)).toEqual([])
  expect(affectedServices('services/auth/README.md', services)).toEqual([])
})
