import { expect, test } from '@jest/globals'
import { createSite } from '../domain/site.ts'
import { securityText } from './well-known.ts'

test('security.txt names the contact and expires within a year', () => {
  const site = createSite({ publicUrl: 'https://bell.example/', port: 443, embedded: false, lanOrigins: [] })
  expect(securityText('mailto:security@bell.example', site, new Date('2026-11-29T10:42:07Z'))).toBe(
    'Contact: mailto:security@bell.example\nExpires: 2027-05-28T00:00:00.000Z\nPreferred-Languages: en, de\n' +
      'Canonical: https://bell.example/.well-known/security.txt\n',
  )
})
