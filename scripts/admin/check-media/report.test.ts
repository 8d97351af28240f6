import { expect, test } from '@jest/globals'
import type { MediaReport, PathResult } from './paths.ts'
import { linesOf } from './report.ts'

const ok = (path: PathResult['path'], to: string): PathResult => ({ path, to, ms: 12, problem: null })
const fails = (path: PathResult['path'], to: string, problem: string): PathResult => ({ path, to, ms: null, problem })
const report = (works: boolean, ...paths: readonly PathResult[]): MediaReport => ({ works, paths, unreachable: [] })
const [NODE, TURN] = ['203.0.113.7:40000', 'turn:203.0.113.7:3478']

test('each path has a line, and what is missing is explained', () => {
  const refused = fails('TURN', TURN, 'refused: 401')
  expect(linesOf(report(true, ok('UDP', NODE), fails('TCP', NODE, 'no answer within 3 s: …'), refused))).toEqual([
    `UDP  ${NODE}      answered in 12 ms`,
    `TCP  ${NODE}      no answer within 3 s: …`,
    `TURN ${TURN}  refused: 401`,
    'Calls work from here.',
    'Without TCP, a network that blocks UDP needs a TURN server.',
    'Without TURN, a network that blocks the media ports has no calls.',
  ])
})

test('of several TURN servers one is enough', () => {
  const paths = [ok('UDP', NODE), ok('TCP', NODE), ok('TURN', TURN), fails('TURN', `${TURN}?transport=tcp`, 'refused: 401')]
  expect(linesOf(report(true, ...paths)).at(-1)).toBe('Calls work from here.')
})

test('a product without TURN servers is told what that means', () => {
  expect(linesOf(report(true, ok('UDP', NODE), ok('TCP', NODE))).slice(2)).toEqual([
    'Calls work from here.',
    'No TURN server is configured: a network that blocks the media ports has no calls.',
  ])
})

test('the media ports that no path reaches are named', () => {
  const paths = [fails('UDP', NODE, 'refused: …'), fails('TCP', NODE, 'refused: …')]
  expect(linesOf({ works: false, paths, unreachable: [NODE, '203.0.113.7:40001'] }).slice(2)).toEqual([
    `Calls do not work from here: no path reaches ${NODE} and 203.0.113.7:40001.`,
  ])
})
