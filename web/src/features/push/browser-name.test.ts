import { expect, test } from '@jest/globals'
import { describeBrowser } from './browser-name.ts'

const APPLE = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'
const BLINK = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const of = (userAgent: string, more: { maxTouchPoints?: number; isInstalled?: boolean } = {}) =>
  describeBrowser({ userAgent, maxTouchPoints: 0, isInstalled: false, ...more })

test.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${BLINK} Chrome/142.0.0.0 Safari/537.36`, 'chrome', 'desktop'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${BLINK} Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0`, 'edge', 'desktop'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'firefox', 'desktop'],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${APPLE} Version/26.1 Safari/605.1.15`, 'safari', 'desktop'],
  [`Mozilla/5.0 (Linux; Android 10; K) ${BLINK} Chrome/142.0.0.0 Mobile Safari/537.36`, 'chrome', 'phone'],
  [`Mozilla/5.0 (Linux; Android 10; K) ${BLINK} SamsungBrowser/29.0 Chrome/136.0.0.0 Mobile Safari/537.36`, 'samsung', 'phone'],
  [`Mozilla/5.0 (Linux; Android 10; K) ${BLINK} Chrome/142.0.0.0 Mobile Safari/537.36 EdgA/142.0.0.0`, 'edge', 'phone'],
  ['Mozilla/5.0 (Android 15; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0', 'firefox', 'phone'],
  [`Mozilla/5.0 (X11; Linux x86_64) ${BLINK} Chrome/142.0.0.0 Safari/537.36 OPR/124.0.0.0`, 'other', 'desktop'],
])('%s', (userAgent, name, form) => {
  expect(of(userAgent)).toEqual({ name, form, isIos: false })
})

const IPHONE = `Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) ${APPLE} Version/26.1 Mobile/15E148 Safari/604.1`
const IPHONE_CHROME = `Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) ${APPLE} CriOS/142.0.0.0 Mobile/15E148 Safari/604.1`

test('an iPad that says it is a Mac is known by its touch screen', () => {
  const safari = `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${APPLE} Version/26.1 Safari/605.1.15`
  expect(of(safari, { maxTouchPoints: 5 })).toEqual({ name: 'safari', form: 'phone', isIos: true })
})

test('on an iPhone the app from the Home Screen differs from the tab', () => {
  expect(of(IPHONE)).toEqual({ name: 'safari', form: 'phone', isIos: true })
  expect(of(IPHONE, { isInstalled: true })).toEqual({ name: 'safari', form: 'app', isIos: true })
  expect(of(IPHONE_CHROME)).toEqual({ name: 'chrome', form: 'phone', isIos: true })
})

test('an app installed on a desktop has its settings in the browser', () => {
  const chrome = `Mozilla/5.0 (X11; Linux x86_64) ${BLINK} Chrome/142.0.0.0 Safari/537.36`
  expect(of(chrome, { isInstalled: true }).form).toBe('desktop')
})
