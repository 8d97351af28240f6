import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { bareTexts } from './bare-texts.ts'

const PAGE = `
declare namespace JSX { interface IntrinsicElements { p: object; b: object }; interface Element { readonly jsx: true } }
declare const label: string
declare const count: number | undefined
declare const children: string | bigint | JSX.Element
const name = ''
export const wrong = [
  <p><b />{label}</p>,
  <p>
    {count}
    <b />
  </p>,
  <p>{label} {label}</p>,
  <>text</>,
]
export const right = [
  <p>{label}</p>,
  <p>{count ? label : <b />}</p>,
  <p>
    <b>{label}</b>
    <b />
  </p>,
  <p>
    <b />
    {children}
  </p>,
  <p>
    {name && <b />}
    <b />
  </p>,
]
`
let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'bare-texts-'))
  writeFileSync(join(folder, 'tsconfig.json'), '{ "compilerOptions": { "jsx": "preserve", "types": [] }, "files": ["page.tsx"] }')
  writeFileSync(join(folder, 'page.tsx'), PAGE)
})
afterAll(() => rmSync(folder, { recursive: true }))

test('a text beside a sibling or in a fragment is found', () => {
  const lines = bareTexts(folder, () => true).map(({ line }) => line)
  expect([...new Set(lines)]).toEqual([8, 10, 13, 14])
})
