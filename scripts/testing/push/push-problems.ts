/** Finds what browsers' push services would refuse about a push request. A rule of any one of them counts. */
import type { IncomingHttpHeaders } from 'node:http'
import { vapidProblem } from './vapid.ts'

export type PushProblem = { /** The status of the push service's answer. */ readonly status: number; readonly text: string }

type Facts = {
  readonly method: string | undefined
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
  readonly applicationServerKey: string | undefined
  /** Milliseconds. */
  readonly now: number
}

/** What every push service must take (RFC 8030, section 7.2). */
const MOST_BYTES = 4096
/** RFC 8030, section 5.3. */
const URGENCIES = ['very-low', 'low', 'normal', 'high']
/** RFC 8030, section 5.4. */
const TOPIC = /^[\w-]{1,32}$/

export function findProblem({ method, headers, body, applicationServerKey, now }: Facts): PushProblem | undefined {
  const { ttl, topic, urgency = 'normal', host, authorization } = headers
  const encoding = headers['content-encoding']
  const wrong = (text: string, status = 400): PushProblem => ({ status, text })
  if (method !== 'POST') return wrong(`a push is a POST, not a ${method}`, 405)
  if (body.length > MOST_BYTES) return wrong(`${body.length} bytes are more than ${MOST_BYTES}`, 413)
  if (!/^\d+$/.test(String(ttl))) return wrong(`the TTL header is ${ttl}; it is needed (RFC 8030, section 5.2)`)
  if (topic !== undefined && !TOPIC.test(String(topic))) return wrong(`the topic ${topic} is not 1 to 32 characters of base64url`)
  // Apple decodes the topic, and base64 never has this length (BadWebPushTopic).
  if (topic?.length && topic.length % 4 === 1) return wrong(`the topic ${topic} has a length that base64url cannot have`)
  if (!URGENCIES.includes(String(urgency))) return wrong(`the urgency is ${urgency}`)
  if (body.length && encoding !== 'aes128gcm') return wrong(`the content encoding is ${encoding}, not aes128gcm`)
  const vapid = vapidProblem(authorization, { origin: `https://${host}`, applicationServerKey, now })
  return vapid ? wrong(vapid, 403) : undefined
}
