/** What an operator reads of a check. */
import type { MediaReport, PathResult } from './paths.ts'

const PATH_WIDTH = 4

function lineOf({ path, to, ms, problem }: PathResult, width: number): string {
  const outcome = ms === null ? problem : `answered in ${ms} ms`
  return `${path.padEnd(PATH_WIDTH)} ${to.padEnd(width)}  ${outcome}`
}

const LACKS: Readonly<Record<PathResult['path'], string>> = {
  UDP: 'Without UDP, sound and picture stop for moments whenever a packet is lost.',
  TCP: 'Without TCP, a network that blocks UDP needs a TURN server.',
  TURN: 'Without TURN, a network that blocks the media ports has no calls.',
}

/** One line for each path, then whether calls work from here, and what a path that is missing costs. */
export function linesOf({ works, paths, unreachable }: MediaReport): string[] {
  const width = Math.max(0, ...paths.map(({ to }) => to.length))
  return [...paths.map((path) => lineOf(path, width)), ...verdict(works, unreachable), ...(works ? lacksOf(paths) : [])]
}

function verdict(works: boolean, unreachable: readonly string[]): string[] {
  if (works) return ['Calls work from here.']
  const where = unreachable.length > 0 ? `: no path reaches ${unreachable.join(' and ')}` : ''
  return [`Calls do not work from here${where}.`]
}

/** Of UDP and TCP where a port is closed, and of TURN where no server works, or none is there. */
function lacksOf(paths: readonly PathResult[]): string[] {
  const closed = (['UDP', 'TCP'] as const).filter((kind) => paths.some(({ path, ms }) => path === kind && ms === null))
  const relays = paths.filter(({ path }) => path === 'TURN')
  const none = 'No TURN server is configured: a network that blocks the media ports has no calls.'
  const relayed = relays.some(({ ms }) => ms !== null) ? [] : [relays.length > 0 ? LACKS.TURN : none]
  return [...closed.map((kind) => LACKS[kind]), ...relayed]
}
