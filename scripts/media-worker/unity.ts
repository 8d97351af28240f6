/**
 * Joins the worker's sources into few files (a unity build), so that the headers, on which a compiler spends most of its time, are read
 * once for many sources: 3 CPU minutes in place of 13, and a program of the same speed (compare.ts).
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Sources a file: of more, too many names would collide, and the cores would have too few files to share. */
const JOINED = 16
/** The files of meson that list sources, and the names of their lists. */
const LISTS = [
  { file: 'meson.build', list: 'common_sources' },
  { file: 'deps/libwebrtc/meson.build', list: 'libwebrtc_sources' },
] as const
/** Compiled alone, because names that are local to them are those of others. Found by compiling: `ninja -k 0` names the next one. */
const ALONE = new Set([
  'src/Settings.cpp',
  'src/handles/TcpServerHandle.cpp',
  'src/handles/UdpSocketHandle.cpp',
  'src/handles/UnixStreamSocketHandle.cpp',
  'src/RTC/PlainTransport.cpp',
  'src/RTC/WebRtcTransport.cpp',
  'src/RTC/SvcProducerStreamManager.cpp',
  'src/RTC/RTP/RtxStream.cpp',
  'src/RTC/BWE/LossBasedController.cpp',
  'src/RTC/BWE/TargetRateController.cpp',
  'libwebrtc/modules/congestion_controller/goog_cc/trendline_estimator.cc',
])

export type Joined = { readonly file: string; readonly sources: readonly string[]; readonly alone: readonly string[] }

/**
 * @param tree a copy of the worker's sources, which is changed
 * @returns what was joined, for the test of an upgrade
 */
export function joinSources(tree: string): Joined[] {
  return LISTS.map(({ file, list }) => {
    const path = join(tree, file)
    const build = readFileSync(path, 'utf8')
    const [whole = '', body = ''] = new RegExp(`^${list} = \\[\\n([^\\]]*)\\]`, 'm').exec(build) ?? []
    const all = [...body.matchAll(/'([^']+)'/g)].map(([, source = '']) => source)
    const alone = all.filter((source) => ALONE.has(source))
    const sources = all.filter((source) => !ALONE.has(source))
    const joined = chunksOf(sources, Math.ceil(sources.length / JOINED)).map((chunk, index) => {
      const name = `unity/${index}.cpp`
      mkdirSync(dirname(join(dirname(path), name)), { recursive: true })
      // Each source defines MS_CLASS, the name in its log lines.
      writeFileSync(join(dirname(path), name), chunk.map((source) => `#include "../${source}"\n#undef MS_CLASS\n`).join(''))
      return name
    })
    const lines = [...joined, ...alone].map((source) => `  '${source}',\n`).join('')
    if (whole) writeFileSync(path, build.replace(whole, `${list} = [\n${lines}]`))
    return { file, sources, alone }
  })
}

function chunksOf<T>(items: readonly T[], count: number): T[][] {
  const size = Math.ceil(items.length / count)
  return Array.from({ length: count }, (_, index) => items.slice(index * size, (index + 1) * size))
}

export const aloneSources = (): readonly string[] => [...ALONE]
