import { expect, test } from '@jest/globals'
import { TIME } from '#proto/limits.ts'
import { createChatDrafts } from './chat-drafts.ts'
import type { KeyValues } from './storage.ts'

/** A tab: each `load` is its page after a reload. */
function tab() {
  const values = new Map<string, string>()
  const storage: KeyValues = {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  }
  let now = 1_000
  const clock = { now: () => now }
  return {
    values,
    load: () => createChatDrafts(clock, storage),
    pass: (milliseconds: number) => {
      now += milliseconds
    },
  }
}

test('each chat has its own draft, also after a reload', () => {
  const { load } = tab()
  const before = load()
  before.of(7).set('I am com')
  before.of(8).set('Please wai')
  const after = load()
  expect([after.of(7).get(), after.of(8).get(), after.of(9).get()]).toEqual(['I am com', 'Please wai', ''])
})

test('a sent text leaves nothing behind', () => {
  const { load, values } = tab()
  const { of } = load()
  of(7).set('I am coming')
  of(7).set('')
  expect(values.size).toBe(0)
})

test('a draft is not kept longer than a visitor may wait', () => {
  const { load, pass, values } = tab()
  load().of(7).set('I am com')
  pass(TIME.lateCallWithin)
  const after = load()
  expect(after.of(7).get()).toBe('')
  after.of(8).set('Hello')
  expect([...values.values()].join()).not.toContain('I am com')
})

test('signing out removes all drafts', () => {
  const { load, values } = tab()
  const drafts = load()
  drafts.of(7).set('I am com')
  drafts.clear()
  expect(drafts.of(7).get()).toBe('')
  expect(values.size).toBe(0)
})

test('without storage, or with a broken entry, there is a draft until the page closes', () => {
  const { load, values } = tab()
  values.set('chatDrafts', '{')
  expect(load().of(7).get()).toBe('')
  const drafts = createChatDrafts({ now: () => 0 }, undefined)
  drafts.of(7).set('I am com')
  expect(drafts.of(7).get()).toBe('I am com')
})
