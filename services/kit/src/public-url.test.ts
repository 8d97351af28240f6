import { expect, test } from '@jest/globals'
import { z } from 'zod'
import { readConfig } from './config.ts'
import { PublicUrl } from './public-url.ts'

const read = (url: string) => readConfig(z.object({ PUBLIC_URL: PublicUrl.optional() }), { PUBLIC_URL: url }).PUBLIC_URL

test('a public address is kept as its origin', () => {
  const origins = {
    'https://bell.example.org': 'https://bell.example.org',
    'https://bell.example.org/': 'https://bell.example.org',
    'HTTPS://Bell.Example.org:443': 'https://bell.example.org',
    'http://192.0.2.5:5000': 'http://192.0.2.5:5000',
    'http://[::1]:5000/': 'http://[::1]:5000',
  }
  for (const [url, origin] of Object.entries(origins)) expect([url, read(url)]).toEqual([url, origin])
})

test('a public address with more than an origin is refused by name', () => {
  const more = ['/bell', '/bell/', '/?', '?a=1', '/#top', '#']
  const other = ['https://user@bell.example.org', 'https://u:p@bell.example.org/', 'bell.example.org', 'ftp://bell.example.org', 'https://']
  for (const url of [...more.map((rest) => `https://bell.example.org${rest}`), ...other])
    expect(() => read(url)).toThrow(/PUBLIC_URL must be the address alone/)
})
