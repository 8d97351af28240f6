import { expect, test } from '@jest/globals'
import { HOSTILE_ENDPOINTS } from '#scripts/testing/push/hostile-endpoints.ts'
import { allowedEndpoint, isPublicAddress, parsePushHost, vendorOf } from './push-hosts.ts'

const OPERATOR = [parsePushHost('push.example.org:8443'), parsePushHost('push.example.net')].flatMap((host) => host ?? [])

test.each([
  'https://fcm.googleapis.com/fcm/send/x',
  'https://jmt17.google.com/fcm/send/x',
  'https://updates.push.services.mozilla.com/wpush/v2/x',
  'https://web.push.apple.com/x',
  'https://wns2-par02p.notify.windows.com/w/?token=x',
  'https://push.example.org:8443/x',
  'https://push.example.net/x',
])('%s is a push service', (endpoint) => {
  expect(allowedEndpoint(endpoint, OPERATOR)?.href).toBe(endpoint)
})

test.each(HOSTILE_ENDPOINTS)('%s is refused', (endpoint) => {
  expect(allowedEndpoint(endpoint, OPERATOR)).toBeUndefined()
})

test.each([
  'https://fcm.googleapis.com\\@127.0.0.1/x',
  'https:fcm.googleapis.com/x',
  'https://:@fcm.googleapis.com/x',
  'https://FCM.googleapis.com/x',
  'https://fcm.googleapis.com:443/x',
])('%s is another spelling, and refused', (endpoint) => {
  expect(allowedEndpoint(endpoint, [])).toBeUndefined()
})

test.each([
  ...['127.0.0.1', '10.1.2.3', '172.31.0.1', '192.168.0.1', '169.254.1.1', '0.0.0.0', '100.64.0.1', '224.0.0.1', '255.255.255.255'],
  ...['::1', '::', 'fe80::1', 'fc00::1', 'ff02::1', '::ffff:127.0.0.1', '::ffff:10.0.0.1', '64:ff9b::a00:1', '2002:a00:1::', '2001:db8::1'],
  ...['::7f00:1', '::8.8.8.8', '1::1', '4000::1'],
])('%s is no public address', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

test.each(['8.8.8.8', '142.250.1.1', '2a00:1450:4001:800::200a'])('%s is a public address', (address) => {
  expect(isPublicAddress(address)).toBe(true)
})

test.each(['push.example.org/x', 'https://push.example.org', 'push example', 'push.example.org:0x1', 'a:b:c', '', 'user@push.example.org'])(
  'an operator cannot name %s',
  (text) => {
    expect(parsePushHost(text)).toBeUndefined()
  },
)

test('metrics name the vendor, never the host', () => {
  expect(vendorOf('https://fcm.googleapis.com/x')).toBe('google')
  expect(vendorOf('https://web.push.apple.com/x')).toBe('apple')
  expect(vendorOf('https://push.example.org/x')).toBe('other')
})
