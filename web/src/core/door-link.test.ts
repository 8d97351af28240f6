import { expect, test } from '@jest/globals'
import { doorLink, groupedCode, isLocal, shownLink } from './door-link.ts'

test('the link names the door and reads without its scheme [L-link]', () => {
  const link = doorLink('https://bell.example', 'h4Kq9ZtW2mXc7RvB1nYs')
  expect(link).toBe('https://bell.example/visitor/h4Kq9ZtW2mXc7RvB1nYs')
  expect(shownLink(link)).toBe('bell.example/visitor/h4Kq9ZtW2mXc7RvB1nYs')
})

test('addresses that only this computer can open are known', () => {
  expect(['http://localhost:5000', 'http://127.0.0.1:5000', 'http://127.3.2.1', 'http://[::1]:5000'].every(isLocal)).toBe(true)
  expect(['https://bell.example', 'https://192.168.1.20:5443', 'https://localhost.example'].some(isLocal)).toBe(false)
})

test('a short code is read in two groups', () => {
  expect(groupedCode('7K3M9QXZ')).toBe('7K3M 9QXZ')
})
