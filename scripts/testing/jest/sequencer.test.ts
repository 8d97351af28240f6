import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from '@jest/globals'
import Sequencer from './sequencer.ts'

const folder = mkdtempSync(join(tmpdir(), 'sequencer-'))
afterAll(() => rmSync(folder, { recursive: true }))

function file(name: string, text: string): { readonly path: string } {
  const path = join(folder, name)
  writeFileSync(path, text)
  return { path }
}

test('files with a product of their own come first, then those that share one by its kind, of each the longer ones', () => {
  const [none, steady, own] = [file('none', 'a'), file('steady', 'sharedStack()'), file('own', 'startStack()')]
  const [clock, longer] = [file('clock', 'sharedClockStack()'), file('longer', `sharedClockStack()${' '.repeat(100)}`)]
  expect(new Sequencer().sort([none, steady, clock, own, longer])).toEqual([own, longer, clock, steady, none])
})
