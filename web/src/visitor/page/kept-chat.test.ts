import { expect, test } from '@jest/globals'
import { forgetChat, keptChat } from './kept-chat.ts'

function tab() {
  const kept = new Map<string, string>()
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
  return { kept, storage }
}

test('a reload finds the draft and the unsent messages of its visit', () => {
  const { storage } = tab()
  const before = keptChat(7, storage)
  before.keepDraft('I am at')
  before.unsent.setItem('', '[1]')
  const after = keptChat(7, storage)
  expect(after.draft()).toBe('I am at')
  expect(after.unsent.getItem('')).toBe('[1]')
})

test('another visit neither finds nor leaves the texts of the last', () => {
  const { storage } = tab()
  keptChat(7, storage).keepDraft('for 7')
  const next = keptChat(8, storage)
  expect(next.draft()).toBe('')
  next.keepDraft('for 8')
  expect(keptChat(7, storage).draft()).toBe('')
})

test('nothing is left once all is sent, or the visit is gone', () => {
  const { kept, storage } = tab()
  const chat = keptChat(7, storage)
  chat.keepDraft('Hello')
  chat.keepDraft('')
  chat.unsent.setItem('', '[1]')
  chat.unsent.removeItem('')
  expect(kept.size).toBe(0)
  chat.keepDraft('Hello')
  forgetChat(storage)
  expect(kept.size).toBe(0)
})

test('what comes after the visit is gone is not kept', () => {
  const { kept, storage } = tab()
  const chat = keptChat(7, storage)
  chat.close()
  forgetChat(storage)
  chat.keepDraft('Hello')
  chat.unsent.setItem('', '[1]')
  expect(kept.size).toBe(0)
})
