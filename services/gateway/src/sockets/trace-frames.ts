/** A ring's trace goes through the page that shows it: from the frame that is sent to the receipt that comes back. */
import { traced, traceparent } from '#kit/tracing.ts'
import type { Connection } from './connection.ts'

const TYPE = /^\{"type":"(\w{1,40})"/
const ACTIVITY = /"activityId":(\d{1,10})/

/** Sends a frame in a span of its publisher's trace, which the page's receipt for its ring will continue. */
export function traceFrame(connection: Connection, body: string, trace: string, send: () => void): void {
  const type = TYPE.exec(body)?.[1] ?? 'unknown'
  traced(`send ${type}`, { kind: 'producer', parent: trace }, () => {
    const activityId = ACTIVITY.exec(body)?.[1]
    const own = traceparent()
    if (type === 'doorbell_ring' && activityId && own) connection.traces.set(Number(activityId), own)
    send()
  })
}

/** @returns the trace that a frame of the page continues; undefined: it begins one */
export function parentOf(connection: Connection, type: string, activityId: unknown): string | undefined {
  return type === 'receipt' && typeof activityId === 'number' ? connection.traces.get(activityId) : undefined
}
