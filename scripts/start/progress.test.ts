import { expect, test } from '@jest/globals'
import { Progress } from './progress.ts'

function printed(isTerminal: boolean): string[] {
  const lines: string[] = []
  const progress = new Progress((line) => lines.push(line), isTerminal)
  progress.update('preparing calls, 0 %')
  progress.update('preparing calls, 10 %')
  progress.say('calls are ready')
  progress.update('preparing calls, 20 %')
  return lines
}

test('on a terminal the progress of the background stays one line', () => {
  expect(printed(true)).toEqual([
    '  preparing calls, 0 %',
    '\u001B[1A\u001B[2K  preparing calls, 10 %',
    '  calls are ready',
    '  preparing calls, 20 %',
  ])
})

test('elsewhere each line of progress is printed', () => {
  expect(printed(false).join('')).not.toContain('\u001B')
})
