import { expect, test } from '@jest/globals'
import { cutTextField } from './text-field.ts'

const cut = (json: string) => {
  const found = cutTextField(Buffer.from(json), 'photo')
  return found && { text: String(found.text), rest: String(found.rest) }
}

test.each([
  ['{"photo":"abc","a":1}', 'abc', '{"photo":"","a":1}'],
  ['{"a":1, "photo" :\n "abc"}', 'abc', '{"a":1, "photo" :\n ""}'],
  ['{"photo":"a\\"b\\\\"}', 'a\\"b\\\\', '{"photo":""}'],
  ['{"photo":"", "a":"photo"}', '', '{"photo":"", "a":"photo"}'],
  ['{"a":"photo","photo":"abc"}', 'abc', '{"a":"photo","photo":""}'],
  ['{"a":"\\"photo\\":\\"no","photo":"abc"}', 'abc', '{"a":"\\"photo\\":\\"no","photo":""}'],
  ['{"photo":"cut off', 'cut off', '{"photo":"'],
])('the text of %s is extracted', (json, text, rest) => {
  expect(cut(json)).toEqual({ text, rest })
})

test.each(['{}', '{"a":"photo"}', '{"photo":null}', '{"photo":["abc"]}', '"photo"', '', '{"photo":   '])('%s has no text field', (json) => {
  expect(cut(json)).toBeUndefined()
})
