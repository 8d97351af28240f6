import { expect, test } from '@jest/globals'
import { pino } from 'pino'
import { eventually } from '#scripts/testing/wait.ts'
import { collapseRepeatedLogs } from './collapse-repeated-logs.ts'

type Line = { readonly msg: string; readonly repeated?: number; readonly operation?: string }

/** A log that collapses for 50 ms, and the lines that it wrote. */
function collapsing() {
  const lines: Line[] = []
  const log = pino(
    { hooks: { logMethod: collapseRepeatedLogs(50) }, level: 'debug' },
    { write: (line) => void lines.push(JSON.parse(line)) },
  )
  return { log, lines }
}
const timeout = (waited = 5_000) => Object.assign(new Error(`timeout after ${waited} ms`), { stack: 'Error\n    at connect (pool.ts:1:1)' })

test('a thousand equal errors are two lines, the second with their count', async () => {
  const { log, lines } = collapsing()
  for (let call = 0; call < 1_000; call += 1) log.error({ err: timeout(call), operation: `op-${call}` }, 'handler failed')
  expect(lines).toHaveLength(1)
  await eventually('the second line', () => lines.length === 2)
  expect(lines[1]).toMatchObject({ msg: 'handler failed', repeated: 999, operation: 'op-999' })
})

test('errors with another text or place have lines of their own', () => {
  const { log, lines } = collapsing()
  log.error({ err: timeout() }, 'handler failed')
  log.error({ err: timeout() }, 'frame failed')
  log.error({ err: new Error('another place') }, 'handler failed')
  log.warn('redis')
  expect(lines).toHaveLength(4)
})

test('lines below warn are never collapsed', () => {
  const { log, lines } = collapsing()
  for (let line = 0; line < 3; line += 1) log.info('up')
  expect(lines).toHaveLength(3)
})
