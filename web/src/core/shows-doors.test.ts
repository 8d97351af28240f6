import { expect, test } from '@jest/globals'
import { showsDoors } from './shows-doors.ts'

const FRONT = { label: 'Front door' }
const GATE = { label: 'Garden gate' }

test.each([
  ['one door, visited', [FRONT], ['Front door'], false],
  ['two doors', [FRONT, GATE], [], true],
  ['a visit at a door that is gone', [FRONT], ['Front door', 'Garden gate'], true],
  ['doors that still load', undefined, ['Front door', 'Garden gate'], false],
])('%s', (_title, doors, visited, shown) => {
  expect(
    showsDoors(
      doors,
      visited.map((doorLabel) => ({ doorLabel })),
    ),
  ).toBe(shown)
})

test('a visit at another home shows its door anyway, and names no door of this one', () => {
  expect(showsDoors([FRONT], [{ doorLabel: 'Garden gate', home: { id: 4, owner: 'Robin Reed', premium: true } }])).toBe(false)
})
