import { expect, test } from '@jest/globals'
import { awaitPage } from './await-page.ts'

const PAGE = { device: null, deliveredAt: '2026-11-28T12:00:00Z', seenAt: null }
/** Answers in this order, the last one again and again. */
const reads =
  (...answers: readonly (number | Error)[]) =>
  async () => {
    const answer = answers.length > 1 ? (answers as (number | Error)[]).shift() : answers[0]
    if (answer instanceof Error) throw answer
    return { pages: Array.from({ length: answer ?? 0 }, () => PAGE) }
  }

test('a page that reports the ring a little later has shown it', async () => {
  expect(await awaitPage(reads(0, 0, 1), 0)).toBe('shown')
})
test('no page has shown a ring that none reports', async () => {
  expect(await awaitPage(reads(0), 0)).toBe('not_shown')
})
test('nothing is said of pages while the server cannot be asked', async () => {
  expect(await awaitPage(reads(0, new Error('offline')), 0)).toBe('unknown')
})
