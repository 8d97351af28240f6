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

test('files with a product of their own come first, then longer ones', () => {
  const [short, long, own] = [file('short', 'a'), file('long', 'a'.repeat(100)), file('own', 'startStack()')]
  expect(new Sequencer().sort([short, long, own])).toEqual([own, long, short])
})
