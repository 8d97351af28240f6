import { expect, test } from '@jest/globals'
import { concerned } from './reload.ts'

const services = ['auth', 'gateway']

test("a service's source restarts that service, shared source all, tests none", () => {
  expect(concerned('services/auth/src/app.ts', services)).toEqual(['auth'])
  expect(concerned('services/kit/src/bus.ts', services)).toEqual(services)
  expect(concerned('proto/errors.ts', services)).toEqual(services)
  expect(concerned('services/auth/src/app.test.ts', services)).toEqual([])
  expect(concerned('services/auth/README.md', services)).toEqual([])
})
