import { expect, test } from '@jest/globals'
import { turnServer } from './turn.ts'

const servers = { urls: ['turn:turn.example', 'turns:turn.example:443?transport=tcp'], secret: 'a-secret-of-thirty-two-characters' }

// printf %s 1800014400:42 | openssl dgst -sha1 -hmac a-secret-of-thirty-two-characters -binary | base64
test('the credential is the HMAC-SHA1 of expiry and call', () => {
  expect(turnServer(servers, 42, new Date('2027-01-15T12:00:00.999Z'))).toEqual({
    urls: servers.urls,
    username: '1800014400:42',
    credential: 'REjv9tfe++EcXVJOQpPLzIL2GOI=',
  })
})
