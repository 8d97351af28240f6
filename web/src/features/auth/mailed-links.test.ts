import { expect, test } from '@jest/globals'
import { mailedLinkOf } from './mailed-links.ts'

test('a mailed link is read from the fragment', () => {
  expect(mailedLinkOf({ search: '', hash: '#reset=abc-_1' })).toEqual({ kind: 'reset', token: 'abc-_1' })
  expect(mailedLinkOf({ search: '', hash: '#cancel-recovery=t' })).toEqual({ kind: 'cancel-recovery', token: 't' })
})

test('only a confirmation is read from the query, as older mails have it', () => {
  expect(mailedLinkOf({ search: '?verify=old', hash: '' })).toEqual({ kind: 'verify', token: 'old' })
  expect(mailedLinkOf({ search: '?reset=t', hash: '' })).toBeUndefined()
})

test('an empty token or an unknown name is no mailed link', () => {
  expect([mailedLinkOf({ search: '', hash: '#reset=' }), mailedLinkOf({ search: '', hash: '#other=1' })]).toEqual([undefined, undefined])
})
