/** Text fields of operations: without control characters and line breaks, unless the field is opaque or has several lines. */
import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import type { z } from 'zod'
import { HINTS, type PublicName, WHOLE } from '#scripts/testing/generate/rules.ts'
import { textPaths, valueAt, wholeValuesOf, withValueAt } from '#scripts/testing/generate/whole.ts'
import { ClientFrame } from './frames/client.ts'
import { operations } from './operations/index.ts'

/** Fields that are compared, looked up, hashed or decoded, or never read back; never written anywhere. */
const OPAQUE = new Set([
  ...['password', 'code', 'token', 'pass', 'qrCodeId', 'sessionId', 'invoiceId', 'cursor', 'search', 'photo', 'v'],
  ...['currentPassword', 'newPassword', 'confirmPassword', 'credential', 'timestamp', 'reasonCode'],
])
/** Forms without script, whose fields the operations behind them parse, and frames that repeat a ring's fields. */
const UNREAD = ['gateway.visitor_form', 'gateway.code_form', 'frame doorbell_ring', 'frame register_visitor']
const MANY_LINES = new Set(['message', 'notes', 'address'])

const inputs = [
  ...operations.filter(({ http }) => http).map(({ name, input }) => [name, input as z.ZodType] as const),
  ...ClientFrame.options.map((frame) => [`frame ${frame.shape.type.value}`, frame as z.ZodType] as const),
].filter(([name]) => !UNREAD.includes(name))
const TEXTS = ['a\r\nb: c', 'a\u0000b', 'a\u001b[2Jb', 'a\u0085b', 'a\u2028b', 'a\u2029b', 'a\u202eb']
const KEPT = /[\p{Cc}\u2028\u2029\u202e]/u
const KEPT_IN_LINES = /[^\P{Cc}\n]|\u202e/u

/** A complete input, or a rule that generates fields that depend on each other. */
const valuesOf = (name: string, schema: z.ZodType) => {
  const generated = WHOLE[name as PublicName]
  return generated
    ? fc.sample(generated, { numRuns: 1, seed: 1 })
    : wholeValuesOf(schema, { ...HINTS, opens: fc.constant('08:00'), closes: fc.constant('18:00') })
}

/** @returns the fields in which a control character or a line break is left */
function fieldsThatKeep(schema: z.ZodType, values: readonly unknown[]): string[] {
  const kept = values.flatMap((value) =>
    textPaths(value)
      .filter((path) => !path.some((name) => OPAQUE.has(String(name))))
      .filter((path) =>
        TEXTS.some((text) => {
          const read = schema.safeParse(withValueAt(value, path, text))
          const left = read.success ? valueAt(read.data, path) : undefined
          return typeof left === 'string' && (MANY_LINES.has(String(path.at(-1))) ? KEPT_IN_LINES : KEPT).test(left)
        }),
      )
      .map((path) => path.join('.')),
  )
  return [...new Set(kept)]
}

// covers: V-control-characters
test.each(inputs)('%s keeps no control characters in its texts', (name, schema) => {
  const values = valuesOf(name, schema)
  expect(values.map((value) => schema.safeParse(value).success)).toContain(true)
  expect(fieldsThatKeep(schema, values)).toEqual([])
})
