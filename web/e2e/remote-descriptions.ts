/** The lines that a page's remote descriptions (RFC 8866) may hold: those of mediasoup-client, with values that the servers made. */
import { expect, type Page } from '@playwright/test'

const NUMBERS = '\\d+( \\d+)*'
const FLAGS = [
  ...['ice-lite', 'ice-options:(ice2|renomination)', 'extmap-allow-mixed', 'end-of-candidates', 'rtcp-mux', 'rtcp-rsize'],
  ...['sendonly', 'recvonly', 'inactive', 'setup:(active|passive|actpass)', 'rid:r[01] recv', 'simulcast:recv r0;r1'],
]
const COUNTS = 'apt|level-asymmetry-allowed|packetization-mode|(min|max)?ptime|(sprop-)?stereo|usedtx|useinbandfec|max-f[sr]'
const SETTING = `((${COUNTS}|x-google-start-bitrate)=\\d+|profile-level-id=[0-9a-f]{6})`
/** The values of mediasoup, of the placeholder producers, and of mediasoup-client's bandwidth probes. */
const CNAME = '([0-9a-f]{8}|stand-in|probator)'

const linesOf = (address: string) =>
  [
    'v=0',
    'o=mediasoup-client-v[0-9.]+ 10000 \\d+ IN IP4 0\\.0\\.0\\.0',
    's=-',
    't=0 0',
    `a=(${FLAGS.join('|')})`,
    'a=fingerprint:sha-\\d+ [0-9A-F]{2}(:[0-9A-F]{2})+',
    'a=msid-semantic: ?WMS \\*',
    'a=group:BUNDLE( (\\d+|probator))*',
    `m=(audio|video) [07] UDP/TLS/RTP/SAVPF( ${NUMBERS})?`,
    'c=IN IP4 127\\.0\\.0\\.1',
    'a=rtpmap:\\d+ (opus/48000/2|(VP8|H264|rtx)/90000)',
    `a=fmtp:\\d+ ${SETTING}(;${SETTING})*`,
    'a=rtcp-fb:\\d+ (nack|nack pli|ccm fir|goog-remb|transport-cc)',
    'a=extmap:\\d+ (urn:[a-z0-9:-]+|https?://[A-Za-z0-9./#-]+)',
    'a=mid:(\\d+|probator)',
    'a=msid:(call [0-9a-z-]+|probator probator)',
    'a=ice-(ufrag|pwd):[0-9a-z]+',
    `a=candidate:(udp|tcp)candidate 1 (udp|tcp) \\d+ ${address.replaceAll('.', '\\.')} \\d+ typ host( tcptype passive)?`,
    `a=ssrc:\\d+ cname:${CNAME}`,
    `a=ssrc-group:FID ${NUMBERS}`,
  ].map((line) => new RegExp(`^${line}$`))

/** @param address the address that the sfu announces */
export async function expectOnlyOurLines(page: Page, address: string): Promise<void> {
  const descriptions = await page.evaluate(() => window.testDescriptions)
  const known = linesOf(address)
  const lines = new Set(descriptions.flatMap((text) => text.split(/\r\n|[\r\n\v\f\u0085\u2028\u2029]/)).map((line) => line.trimEnd()))
  const foreign = [...lines].filter((line) => line && !known.some((pattern) => pattern.test(line)))
  expect(foreign, `foreign lines in what ${page.url()} is described`).toEqual([])
  expect(descriptions.length).toBeGreaterThan(0)
}
