/** Recognizes MP3 by consecutive frame headers of MPEG audio layer III (ISO 11172-3, 13818-3; ID3v2: id3.org). */

const MPEG1_KBPS = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
const MPEG2_KBPS = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
const MPEG1_HERTZ = [44_100, 48_000, 32_000]
/** Other data may contain one such header, but hardly this many in a row. */
const FRAMES = 4

const TAG_HEAD = 10

/** @returns where the audio begins; a file may contain several ID3 tags */
function afterTags(bytes: Buffer): number {
  let at = 0
  while (at + TAG_HEAD < bytes.length && bytes.toString('latin1', at, at + 3) === 'ID3') {
    const head = at
    at += TAG_HEAD + [6, 7, 8, 9].reduce((sum, index) => sum * 128 + ((bytes[head + index] ?? 0) & 0x7f), 0)
  }
  return at
}

/** @returns undefined where no layer III frame begins */
function frameLength(bytes: Buffer, at: number): number | undefined {
  const [first, second, third] = [bytes[at], bytes[at + 1] ?? 0, bytes[at + 2] ?? 0]
  if (first !== 0xff || (second & 0xe0) !== 0xe0 || ((second >> 1) & 3) !== 1) return undefined
  const version = (second >> 3) & 3
  const kbps = (version === 3 ? MPEG1_KBPS : MPEG2_KBPS)[third >> 4]
  const hertz = MPEG1_HERTZ[(third >> 2) & 3]
  if (version === 1 || !kbps || !hertz) return undefined
  const [samples, rate] = version === 3 ? [144, hertz] : [72, hertz / (version === 2 ? 2 : 4)]
  return Math.floor((samples * kbps * 1_000) / rate) + ((third >> 1) & 1)
}

export function isMp3(bytes: Buffer): boolean {
  let at = afterTags(bytes)
  for (let frame = 0; frame < FRAMES; frame += 1) {
    const length = frameLength(bytes, at)
    if (!length || at + length > bytes.length) return false
    at += length
  }
  return true
}
