import { expect, test } from '@jest/globals'
import { listPages } from './list-pages.ts'

const at = (second: number) => `2026-11-28T16:20:0${second}.000Z`
const receipt = (session: string, state: 'delivered' | 'seen', second: number) => ({ session, state, at: at(second) })

test('each session is one page with its first receipts, named by its device', () => {
  const receipts = [
    receipt('phone', 'delivered', 2),
    receipt('desk', 'delivered', 1),
    receipt('desk', 'delivered', 4),
    receipt('desk', 'seen', 3),
  ]
  expect(listPages(receipts, new Map([['desk', 'Firefox on Linux']]))).toEqual([
    { device: 'Firefox on Linux', deliveredAt: at(1), seenAt: at(3) },
    { device: null, deliveredAt: at(2), seenAt: null },
  ])
})

test('a page that was only seen counts from then', () => {
  expect(listPages([receipt('desk', 'seen', 3), receipt('phone', 'delivered', 5)], new Map())).toEqual([
    { device: null, deliveredAt: null, seenAt: at(3) },
    { device: null, deliveredAt: at(5), seenAt: null },
  ])
})
