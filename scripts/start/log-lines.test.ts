import { expect, test } from '@jest/globals'
import { tellLine } from './log-lines.ts'

test("a service's line is told in words, and only trouble is worth quoting", () => {
  expect(tellLine('{"level":"info","msg":"ready"}')).toEqual({ text: 'info ready', worth: false })
  expect(tellLine('{"level":"error","msg":"handler failed","err":{"message":"no such table"}}')).toEqual({
    text: 'error handler failed no such table',
    worth: true,
  })
  expect(tellLine('Error: boom')).toEqual({ text: 'Error: boom', worth: true })
  expect(tellLine('{ not json')).toEqual({ text: '{ not json', worth: true })
})
