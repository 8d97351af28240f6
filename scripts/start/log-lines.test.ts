import { expect, test } from '@jest/globals'
import { printable, shortenLine } from './log-lines.ts'

test("a service's log line is printed as text, and only problems are quoted", () => {
  expect(shortenLine('{"level":"info","msg":"ready"}')).toEqual({ text: 'info ready', worth: false })
  expect(shortenLine('{"level":"error","msg":"handler failed","err":{"message":"no such table"}}')).toEqual({
    text: 'error handler failed no such table',
    worth: true,
  })
  expect(shortenLine('Error: boom')).toEqual({ text: 'Error: boom', worth: true })
  expect(shortenLine('{ not json')).toEqual({ text: '{ not json', worth: true })
})

test('what a stranger sent cannot move the cursor or begin a line of the terminal', () => {
  const { text } = shortenLine('{"level":"error","msg":"failed","err":"at \\u001b[2J\\r\\nok \\u009b1A \\u202e"}')
  expect(printable(text)).toBe('error failed at  [2J  ok  1A  ')
})
