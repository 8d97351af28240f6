import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { createNotices } from './notices.ts'

const news = (text: string) => ({ kind: 'news', text }) as const
beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())

test('news are told one after the other, each for its time and none twice', () => {
  const notices = createNotices(5_000)
  for (const text of ['sent', 'connected', 'connected', 'sent']) notices.tell(news(text))
  expect(notices.current.get()?.text).toBe('sent')
  jest.advanceTimersByTime(5_000)
  expect(notices.current.get()?.text).toBe('connected')
  jest.advanceTimersByTime(5_000)
  expect(notices.current.get()).toBe(null)
})

test('a problem does not wait', () => {
  const notices = createNotices(5_000)
  notices.tell(news('sent'))
  notices.tell({ kind: 'problem', text: 'There was an error' })
  expect(notices.current.get()?.kind).toBe('problem')
  jest.advanceTimersByTime(5_000)
  expect(notices.current.get()).toBe(null)
})

test('a turn of events is told at once, and what waited is old', () => {
  const notices = createNotices(5_000)
  for (const text of ['rung', 'sent', 'connected']) notices.tell(news(text))
  notices.tell({ kind: 'turn', text: 'accepted' })
  expect(notices.current.get()?.text).toBe('accepted')
  jest.advanceTimersByTime(5_000)
  expect(notices.current.get()).toBe(null)
})

test('a turn of events that is over makes way, and nothing else does', () => {
  const notices = createNotices(5_000)
  notices.tell({ kind: 'turn', text: 'accepted' })
  notices.tell(news('connected'))
  notices.dropTurn()
  expect(notices.current.get()?.text).toBe('connected')
  notices.dropTurn()
  expect(notices.current.get()?.text).toBe('connected')
})
