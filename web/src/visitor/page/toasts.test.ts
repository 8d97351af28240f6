import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { createVisitorToasts } from './toasts.ts'

const info = (text: string) => ({ kind: 'info', text }) as const
beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())

test('info toasts are shown one after the other without duplicates', () => {
  const toasts = createVisitorToasts(5_000)
  for (const text of ['sent', 'connected', 'connected', 'sent']) toasts.show(info(text))
  expect(toasts.current.get()?.text).toBe('sent')
  jest.advanceTimersByTime(5_000)
  expect(toasts.current.get()?.text).toBe('connected')
  jest.advanceTimersByTime(5_000)
  expect(toasts.current.get()).toBe(null)
})

test('an error replaces the shown toast at once', () => {
  const toasts = createVisitorToasts(5_000)
  toasts.show(info('sent'))
  toasts.show({ kind: 'error', text: 'There was an error' })
  expect(toasts.current.get()?.kind).toBe('error')
  jest.advanceTimersByTime(5_000)
  expect(toasts.current.get()).toBe(null)
})

test('an answer replaces the shown and the waiting toasts', () => {
  const toasts = createVisitorToasts(5_000)
  for (const text of ['rung', 'sent', 'connected']) toasts.show(info(text))
  toasts.show({ kind: 'answer', text: 'accepted' })
  expect(toasts.current.get()?.text).toBe('accepted')
  jest.advanceTimersByTime(5_000)
  expect(toasts.current.get()).toBe(null)
})

test('dismissAnswer hides an answer and no other toast', () => {
  const toasts = createVisitorToasts(5_000)
  toasts.show({ kind: 'answer', text: 'accepted' })
  toasts.show(info('connected'))
  toasts.dismissAnswer()
  expect(toasts.current.get()?.text).toBe('connected')
  toasts.dismissAnswer()
  expect(toasts.current.get()?.text).toBe('connected')
})
