/** A browser's sent packets and their targets, read from its log of every socket (`--log-net-log`, as chrome://net-export writes it). */
import { readFileSync } from 'node:fs'

/** A UDP packet by its first bytes (RFC 7983; RFC 5761, 4: reports are RTCP, media is RTP), or a TCP connection that was tried. */
type Kind = 'stun' | 'dtls' | 'media' | 'reports' | 'tcp' | 'other'
/** `at`: milliseconds since the epoch. */
export type Sent = { readonly at: number; readonly address: string; readonly port: number; readonly kind: Kind }

/** The flags that log whole packets, because their kind is read from their first bytes. */
export const logFlags = (file: string) => [`--log-net-log=${file}`, '--net-log-capture-mode=Everything']

type Constants = { readonly logEventTypes: Readonly<Record<string, number>>; readonly timeTickOffset: number | string }
type Event = {
  readonly type: number
  readonly time: string
  readonly source: { readonly id: number }
  readonly params?: { readonly address?: string; readonly bytes?: string }
}

function kindOf([first = 255, second = 0]: Uint8Array): Kind {
  if (first < 4) return 'stun'
  if (first >= 20 && first < 64) return 'dtls'
  if (first < 128 || first > 191) return 'other'
  return second >= 192 && second < 224 ? 'reports' : 'media'
}

const lineOf = (text: string) => text.replace(/,\s*$/, '')

/** @returns what was logged until now; the browser may still be writing */
export function sentPackets(file: string): Sent[] {
  const [head = '', , ...lines] = readFileSync(file, 'utf8').split('\n')
  const { constants } = JSON.parse(`${lineOf(head)}}`) as { constants: Constants }
  const { UDP_CONNECT, UDP_BYTES_SENT, TCP_CONNECT_ATTEMPT } = constants.logEventTypes
  const connected = new Map<number, string>()
  return lines.flatMap((line): Sent[] => {
    const event = parsed(line)
    if (!event) return []
    const { type, source, params } = event
    if (type === UDP_CONNECT && params?.address) connected.set(source.id, params.address)
    const isPacket = type === UDP_BYTES_SENT
    const to = params?.address ?? (isPacket ? connected.get(source.id) : undefined)
    if (!to || !(isPacket || type === TCP_CONNECT_ATTEMPT)) return []
    const colon = to.lastIndexOf(':')
    return [
      {
        at: Number(event.time) + Number(constants.timeTickOffset),
        address: to.slice(0, colon),
        port: Number(to.slice(colon + 1)),
        kind: isPacket ? kindOf(Buffer.from(params?.bytes ?? '', 'base64')) : 'tcp',
      },
    ]
  })
}

/** @returns undefined for an incomplete line: the last one may still be being written */
function parsed(line: string): Event | undefined {
  try {
    return JSON.parse(lineOf(line)) as Event
  } catch {
    return undefined
  }
}
