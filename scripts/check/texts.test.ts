import { expect, test } from '@jest/globals'
import { parse } from './source.ts'
import { unusedTexts } from './texts.ts'

const aTexts = { title: 'T', list: { empty: 'E', failed: 'F' }, kinds: { one: '1', two: '2' }, say: (name: string) => name }
const unused = (code: string) =>
  unusedTexts({ aTexts }, [parse('web/src/x.tsx', `import { aTexts } from '../core/texts/en-a.ts'\n${code}`)])

test('an unused text is reported by its path', () => {
  expect(unused('const t = aTexts.list\nshow(t.empty)\n')).toEqual([
    'aTexts.title',
    'aTexts.list.failed',
    'aTexts.kinds.one',
    'aTexts.kinds.two',
    'aTexts.say',
  ])
})

test('an indexed, spread or passed object counts all its texts as used', () => {
  const rest = ['aTexts.title', 'aTexts.say']
  expect(unused('const { list: l, kinds } = aTexts\nshow(kinds[key])\nshow({ ...l })\n')).toEqual(rest)
  expect(unused('const t = aTexts\nf(<Dialog words={t} />)\n')).toEqual([])
})

test('a destructured text is used where its name occurs', () => {
  expect(unused('const { title, say } = aTexts\nshow(isOpen ? title : null)\n')).toEqual(expect.not.arrayContaining(['aTexts.title']))
  expect(unused('const { title, say } = aTexts\nshow(isOpen ? title : null)\n')).toContain('aTexts.say')
})

test('an equal name elsewhere does not count as use', () => {
  expect(unused("const t = aTexts\nother.t.title\nconst x = 't.say'\n")).toContain('aTexts.title')
  expect(unused("const t = aTexts\nother.t.title\nconst x = 't.say'\n")).toContain('aTexts.say')
})
