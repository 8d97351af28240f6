import { expect, test } from '@jest/globals'
import { compileTemplate } from './template.ts'

const render = (source: string, data: Parameters<ReturnType<typeof compileTemplate>>[0] = {}) => compileTemplate(source)(data)

test('a value is escaped, also inside an attribute', () => {
  expect(render('<p title="{{x}}">{{x}}</p>', { x: `"<b>&'` })).toBe('<p title="&quot;&lt;b&gt;&amp;&#39;">&quot;&lt;b&gt;&amp;&#39;</p>')
})

test('an absent, null or boolean value writes nothing, zero writes 0', () => {
  expect(render('[{{a}}{{b}}{{c}}{{d}}]', { b: null, c: true, d: 0 })).toBe('[0]')
})

test('a section reads its object first, then the outer one', () => {
  expect(render('{{#door}}{{name}} at {{place}}{{/door}}', { place: 'home', door: { name: 'Front' } })).toBe('Front at home')
})

test('a section repeats for each list item', () => {
  expect(render('{{#list}}<i>{{text}}</i>{{/list}}{{^list}}none{{/list}}', { list: [{ text: 'a' }, { text: 'b' }] })).toBe(
    '<i>a</i><i>b</i>',
  )
  expect(render('{{#list}}x{{/list}}{{^list}}none{{/list}}', { list: [] })).toBe('none')
})

test('an inner null hides an outer value of the same name', () => {
  expect(render('{{#in}}{{#a}}shown{{/a}}{{^a}}hidden{{/a}}{{/in}}', { a: 'outer', in: { a: null } })).toBe('hidden')
})

test('inherited names are never read', () => {
  expect(render('[{{constructor}}{{a.toString}}]', { a: {} })).toBe('[]')
})

test('a broken template is refused when it is compiled', () => {
  expect(() => compileTemplate('{{#a}}')).toThrow('never closes a')
  expect(() => compileTemplate('{{#a}}{{/b}}{{/a}}')).toThrow('closes b where a is open')
  expect(() => compileTemplate('{{/a}}')).toThrow('closes a where nothing is open')
})

test('a value cannot open a section', () => {
  expect(render('{{a}}', { a: '{{#door}}' })).toBe('{{#door}}')
})
