/** How media reaches this page, read from the browser's figures (https://www.w3.org/TR/webrtc-stats/), for the operator's figures. */
import type { MediaPath } from '#proto/frames/media.ts'

type Figures = Pick<RTCStatsReport, 'get' | 'values'>

/** The server measures until the report arrives, so the report waits for no slow browser, nor for one that never answers. Milliseconds. */
const WITHIN = 200

/** @returns undefined where the browser does not say */
export function pathOf(stats: Figures): MediaPath | undefined {
  const all = [...stats.values()]
  const transport = all.find((one) => one.type === 'transport' && one.selectedCandidatePairId)
  // Browsers without the figures of a transport mark the pair itself.
  const pair = transport ? stats.get(transport.selectedCandidatePairId) : all.find((one) => one.type === 'candidate-pair' && one.selected)
  const local = pair && stats.get(pair.localCandidateId)
  if (local?.candidateType === 'relay') return 'relay'
  return local?.protocol === 'udp' || local?.protocol === 'tcp' ? local.protocol : undefined
}

/** Never rejects, and settles within 200 ms. @returns undefined where the browser does not say, or not in time */
export function readPath(read: () => Promise<Figures>): Promise<MediaPath | undefined> {
  const tooLate = new Promise<undefined>((resolve) => setTimeout(resolve, WITHIN))
  return Promise.race([read().then(pathOf, () => undefined), tooLate])
}
