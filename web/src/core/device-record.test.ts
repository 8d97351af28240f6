import { expect, test } from '@jest/globals'
import { createDeviceRecord } from './device-record.ts'

const ADA = 1
const device = (id: string, name = 'Firefox on Linux', details = true) => ({ id, name, details, browser: 'Firefox', platform: 'Linux' })
function start() {
  const values = new Map<string, string>()
  const storage = {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  }
  return { values, ...createDeviceRecord(storage) }
}

test('a new session of this browser asks for what was chosen before, once', () => {
  const { note } = start()
  note(ADA, device('a', "Mum's phone", false))
  expect(note(ADA, device('b'))).toEqual({ id: 'b', name: "Mum's phone", details: false })
  expect(note(ADA, device('b', "Mum's phone", false))).toBeUndefined()
  expect(note(ADA, device('b', 'Kitchen', true))).toBeUndefined()
  expect(note(ADA, device('c', 'Kitchen'))).toBeUndefined()
})

test('a name that nobody chose, and what another account chose, are not asked for', () => {
  const { note } = start()
  note(ADA, device('a', 'Firefox on Linux', true))
  expect(note(ADA, { ...device('b', 'Firefox on Windows'), platform: 'Windows' })).toBeUndefined()
  note(ADA, device('b', "Mum's phone", false))
  expect(note(2, device('c'))).toBeUndefined()
})

test('a record that is none asks for nothing', () => {
  for (const text of ['no JSON', 'null', '7', '{"id":"a","details":"no"}']) {
    const { note, values } = start()
    values.set(`device-${ADA}`, text)
    expect(note(ADA, device('b'))).toBeUndefined()
  }
})
