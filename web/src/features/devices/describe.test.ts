import { expect, test } from '@jest/globals'
import { type Fault, FaultCode } from '#proto/push.ts'
import { devicesTexts as german } from './de-devices.ts'
import { cureOf, deviceNameOf, familyOf, faultsOfPush, isArmed, summaryTitle } from './describe.ts'
import { devicesTexts as english } from './en-devices.ts'

const NOW = new Date('2026-11-28T12:00:00Z')
const fault = (code: FaultCode, params: Fault['params'] = {}, stops = true): Fault => ({ code, stops, params })
const device = (platform: string, isCurrent = false) => ({ platform, isCurrent })
const PLATFORMS = ['Windows', 'Android', 'iPhone'] as const

const ALL = { until: NOW.toISOString(), at: NOW.toISOString(), vendor: 'google', status: 500 }
test.each(FaultCode.options)('%s has a cure on every platform', (code) => {
  for (const platform of PLATFORMS) {
    const { title, text } = cureOf(fault(code, ALL), device(platform), NOW)
    expect(title).toMatch(/\S/)
    expect(text).toMatch(/\.$/)
  }
})

// A fault of a push service ends without the resident, on every device.
const OF_DEVICE = FaultCode.options.slice(FaultCode.options.indexOf('permission_refused')).filter((code) => code !== 'vendor_failing')
test.each(OF_DEVICE)('the cure of %s says "there" of another device alone', (code) => {
  for (const platform of PLATFORMS)
    for (const stops of [true, false])
      expect(
        [true, false].map((isCurrent) => /\bthere\b/.test(cureOf(fault(code, ALL, stops), { platform, isCurrent }, NOW).text)),
      ).toEqual([false, true])
})

type Texts = { readonly [key: string]: unknown }
const isTexts = (value: unknown): value is Texts => typeof value === 'object' && value !== null
const placesIn = (texts: Texts): readonly Texts[] => ('here' in texts ? [texts] : Object.values(texts).filter(isTexts).flatMap(placesIn))
test('German cures say "dort" of another device alone', () => {
  const places = placesIn(german.faults)
  expect(places.length).toBeGreaterThan(8)
  for (const { here, there } of places) expect([here, there].map((text) => /\bdort\b/.test(String(text)))).toEqual([false, true])
})

test('a ring that did not appear leads to the channel on Android, and to the Home Screen on iPhones', () => {
  const cures = PLATFORMS.map((platform) => cureOf(fault('not_shown', { at: NOW.toISOString() }), device(platform), NOW).text)
  expect(cures.map((text) => [/pop on screen/.test(text), /Home Screen/.test(text)])).toEqual([
    [false, false],
    [true, false],
    [false, true],
  ])
})

test('a weekly check that did not appear has the cure of a ring', () => {
  const [ring, check] = [false, true].map((isCheck) =>
    cureOf(fault('not_shown', { at: NOW.toISOString(), isCheck }), device('Android'), NOW),
  )
  expect(check?.title).toMatch(/^A weekly check did not appear: /)
  expect(check?.text).toBe(ring?.text)
})

test('a refused key is the operator’s, other failures pass', () => {
  const text = (status: number) => cureOf(fault('vendor_failing', { vendor: 'apple', status }), device('iPhone'), NOW).text
  expect(text(403)).toMatch(/key/)
  for (const status of [0, 500, 503]) expect(text(status)).toMatch(/by itself/)
})

test('a push service that is not a known vendor is called that of the device', () => {
  expect(cureOf(fault('vendor_failing', { vendor: 'other', status: 500 }), device('Linux'), NOW).title).toBe(
    'Its push service does not deliver',
  )
})

test.each(['iPhone', 'iPad', 'iPod', 'iOS'])('%s is an Apple phone', (platform) => expect(familyOf(platform)).toBe('apple'))

test('a device that nobody named is called as its browser and platform', () => {
  expect(deviceNameOf({ name: 'Chrome on Windows', browser: 'Chrome', platform: 'Windows' })).toBe('Chrome on Windows')
  expect(deviceNameOf({ name: 'Unknown device', browser: 'Chrome', platform: 'Windows' })).toBe('Chrome on Windows')
  expect(deviceNameOf({ name: 'Unknown device', browser: 'Unknown', platform: 'Unknown' })).toBe('Unknown device')
  expect(deviceNameOf({ name: 'On the shelf', browser: 'Chrome', platform: 'Windows' })).toBe('On the shelf')
})

test('without a diagnosis the push state names its fault', () => {
  expect((['on', 'off', 'expired', 'refused'] as const).map((push) => faultsOfPush({ push, wall: false })[0]?.code)).toEqual([
    undefined,
    'not_subscribed',
    'subscription_expired',
    'permission_refused',
  ])
})

test('a wall display has no fault of pushes', () => expect(faultsOfPush({ push: 'off', wall: true })).toEqual([]))

test('notifications of this device are turned on above, on the same page', () => {
  expect(cureOf(fault('not_subscribed'), device('Linux', true), NOW).text).toBe('Turn on notifications above.')
  expect(cureOf(fault('not_subscribed'), device('Linux'), NOW).text).toMatch(/there.*dashboard/)
})

test('one of several devices rings, more of them ring', () => {
  expect([1, 2].map((ringing) => english.diagnosis.some(ringing, 3))).toEqual([
    '1 of 3 devices rings while the doorbell is closed',
    '2 of 3 devices ring while the doorbell is closed',
  ])
  expect([1, 2].map((ringing) => german.diagnosis.some(ringing, 3))).toEqual([
    '1 von 3 Geräten klingelt, wenn die Klingel geschlossen ist',
    '2 von 3 Geräten klingeln, wenn die Klingel geschlossen ist',
  ])
})

test('this device is armed as its page is, another as it has reported', () => {
  const armed = (isCurrent: boolean, own: Parameters<typeof isArmed>[1]) => isArmed({ isCurrent, armed: false }, own)
  expect([armed(true, 'armed'), armed(true, 'unknown'), armed(false, 'armed')]).toEqual([true, false, false])
  expect(isArmed({ isCurrent: true, armed: true }, 'muted')).toBe(false)
})

test.each([
  [['yes'], english.diagnosis.one],
  [['yes', 'yes'], english.diagnosis.all],
  [['yes', 'maybe', 'no'], '1 of 3 devices rings while the doorbell is closed'],
  [['maybe', 'maybe', 'no'], english.diagnosis.unsure],
  [['maybe'], english.diagnosis.unsure],
  [['no', 'no'], english.diagnosis.none],
  [[], english.diagnosis.none],
] as const)('of devices that ring, may not, or do not (%j) it says what is sure', (verdicts, title) => {
  expect(summaryTitle(verdicts.map((rings) => ({ rings })))).toBe(title)
})
