import { expect, test } from '@jest/globals'
import { mapDetails, ringDetails } from '#proto/ring-details.ts'
import { againFields, ringFieldsOf, typedOnly } from './draft.ts'

/** Of a form in which no detail was typed. */
const none = mapDetails(() => '')

test('a chip fills empty fields and keeps typed ones', () => {
  expect(ringFieldsOf({ visitorName: '', ...none, message: '' }, 'delivery')).toEqual({
    visitorName: 'Delivery',
    ...none,
    message: 'Delivery at the door.',
    purpose: 'delivery',
  })
  expect(ringFieldsOf({ visitorName: ' Marcus ', ...none, unitNumber: '4B', message: 'Parcel' }, 'delivery')).toEqual({
    visitorName: 'Marcus',
    ...none,
    unitNumber: '4B',
    message: 'Parcel',
    purpose: 'delivery',
  })
})

test('the form rings as typed, without a purpose', () => {
  expect(ringFieldsOf({ visitorName: 'Marcus', ...none, message: ' Parcel ' })).toEqual({
    visitorName: 'Marcus',
    ...none,
    message: 'Parcel',
  })
})

test("the form keeps typed texts and drops a chip's texts", () => {
  expect(typedOnly({ visitorName: 'Guest', ...none, unitNumber: '4B', message: 'Guest at the door.' })).toEqual({
    visitorName: '',
    ...none,
    unitNumber: '4B',
    message: '',
  })
  expect(typedOnly({ visitorName: 'Marcus', ...none, message: 'Parcel' }).visitorName).toBe('Marcus')
})

test('Call Again rings with the texts and chip of the previous ring', () => {
  const rung = {
    id: 8,
    visitorName: 'Delivery',
    ...ringDetails({}),
    message: 'Delivery at the door.',
    purpose: 'delivery',
    againOf: null,
  } as const
  const fields = { visitorName: 'Delivery', ...none, message: 'Delivery at the door.', purpose: 'delivery' }
  expect(againFields(rung)).toEqual({ ...fields, againOf: 8 })
  expect(againFields({ ...rung, againOf: 7 })).toEqual({ ...fields, againOf: 7 })
  expect(againFields({ ...rung, purpose: null })).not.toHaveProperty('purpose')
})
