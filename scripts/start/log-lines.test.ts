import { expect, test } from '@jest/globals'
import { shortenLine } from './log-lines.ts'

test("a service's log line is printed as text, and only problems are quoted", () => {
  expect(shortenLine('{"level":"info","msg":"ready"}')).toEqual({ text: 'info ready', worth: false })
  expect(shortenLine('{"level":"error","msg":"handler failed","err":{"message":"no such table"}}')).toEqual({
    text: 'error handler failed no such table',
    worth: true,
  })
  expect(shortenLine('Error: boom')).toEqual({ text: 'Error: boom', worth: true })
  expect(shortenLine('{ not json')).toEqual({ text: '{ not json', worth: true })
})
