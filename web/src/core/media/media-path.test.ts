import { expect, test } from '@jest/globals'
import { pathOf, readPath } from './media-path.ts'

const figures = (...all: readonly { readonly id: string; readonly [name: string]: string | boolean | undefined }[]) =>
  new Map(all.map((one) => [one.id, one]))
const transport = { id: 'T', type: 'transport', selectedCandidatePairId: 'P' }
const pair = { id: 'P', type: 'candidate-pair', localCandidateId: 'L' }
const other = [
  { id: 'P2', type: 'candidate-pair', localCandidateId: 'L2' },
  { id: 'L2', type: 'local-candidate', candidateType: 'relay', protocol: 'udp' },
]
const local = (candidateType: string, protocol: string) => ({ id: 'L', type: 'local-candidate', candidateType, protocol })

test.each([
  ['udp', local('host', 'udp')],
  ['tcp', local('prflx', 'tcp')],
  ['relay', local('relay', 'udp')],
])('the path of the chosen pair is %s', (path, candidate) => {
  expect(pathOf(figures(...other, transport, pair, candidate))).toBe(path)
  expect(pathOf(figures(...other, { ...pair, selected: true }, candidate))).toBe(path)
})

test('a browser that does not say leaves it open', async () => {
  expect(pathOf(figures())).toBeUndefined()
  expect(pathOf(figures(transport, pair, local('host', 'sctp')))).toBeUndefined()
  expect(await readPath(() => Promise.reject(new Error('the peer was closed')))).toBeUndefined()
})

test('figures that never come are not waited for', async () => {
  expect(await readPath(() => new Promise(() => undefined))).toBeUndefined()
})
