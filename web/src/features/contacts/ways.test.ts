import { expect, test } from '@jest/globals'
import { mailOf, smsOf, telOf } from './ways.ts'

// covers: W-contacts
test('Call dials the digits and keeps a leading plus', () => {
  expect(telOf(' +49 (30) 123-45 67')).toBe('tel:+49301234567')
  expect(telOf('(555) 123-4567 x+1')).toBe('tel:55512345671')
})

// covers: W-contacts
test("Message opens a text message or mail with the invite's text", () => {
  expect(smsOf('030 1234567')).toBe('sms:0301234567')
  expect(smsOf('030 1234567', 'Join: http://localhost/a?b=1&c')).toBe(
    'sms:0301234567?body=Join%3A%20http%3A%2F%2Flocalhost%2Fa%3Fb%3D1%26c',
  )
  expect(mailOf('ada+bell@example.org')).toBe('mailto:ada%2Bbell@example.org')
  expect(mailOf('ada@example.org', { subject: 'Video call', body: 'a&b' })).toBe('mailto:ada@example.org?subject=Video%20call&body=a%26b')
  expect(mailOf('a?bcc=b@example.org')).toBe('mailto:a%3Fbcc%3Db@example.org')
})
