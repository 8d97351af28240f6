import { expect, test } from '@jest/globals'
import { doorLink, groupedCode, isLocal, shownLink } from './door-link.ts'

// covers: L-link
test('the shown link has no scheme', () => {
  const link = doorLink('https://bell.example', 'h4Kq9ZtW2mXc7RvB1nYs')
  expect(link).toBe('https://bell.example/visitor/h4Kq9ZtW2mXc7RvB1nYs')
  expect(shownLink(link)).toBe('bell.example/visitor/h4Kq9ZtW2mXc7RvB1nYs')
})

test('local addresses are recognized', () => {
  expect(['http://localhost:5000', 'http://127.0.0.1:5000', 'http://127.3.2.1', 'http://[::1]:5000'].every(isLocal)).toBe(true)
  expect(['https://bell.example', 'https://192.168.1.20:5443', 'https://localhost.example'].some(isLocal)).toBe(false)
})

test('a short code is shown in two groups', () => {
  expect(groupedCode('7K3M9QXZ')).toBe('7K3M 9QXZ')
})
