import { expect, test } from '@jest/globals'
import { isAtLeast, parseVersion } from './versions.ts'

test("versions are parsed from each program's output", () => {
  expect(parseVersion('Redis server v=7.0.15 sha=00000000:0 malloc=jemalloc-5.3.0 bits=64')).toEqual([7, 0])
  expect(parseVersion('nats-server: v2.9.10')).toEqual([2, 9])
  expect(parseVersion('command not found')).toBeUndefined()
})

test('a newer version is accepted, an older one is not', () => {
  expect(isAtLeast([7, 0], [7, 0])).toBe(true)
  expect(isAtLeast([8, 0], [7, 4])).toBe(true)
  expect(isAtLeast([7, 4], [7, 0])).toBe(true)
  expect(isAtLeast([6, 2], [7, 0])).toBe(false)
  expect(isAtLeast([2, 8], [2, 9])).toBe(false)
})
