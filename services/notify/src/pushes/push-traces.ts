/** A ring's trace goes through the push service: from the request that sends a push to the report of the device that has shown it. */
import { BoundedMap } from '#kit/bounded-map.ts'
import { traced, traceparent } from '#kit/tracing.ts'

/** Pushes of this copy whose reports may come; one that another copy has sent begins a trace of its own. */
const MOST = 1_000

export type PushTraces = {
  /** Runs the request of a push in its span. */
  readonly sending: <T>(token: string, vendor: string, send: () => T) => T
  /** Runs what a report causes, in the trace of its push. */
  readonly reported: <T>(token: string, event: string, work: () => T) => T
}

export function createPushTraces(): PushTraces {
  const sent = new BoundedMap<string, string>(MOST)
  return {
    sending: (token, vendor, send) =>
      traced('push', { kind: 'client', attributes: { 'push.vendor': vendor } }, () => {
        const own = traceparent()
        if (own) sent.set(token, own)
        return send()
      }),
    reported: (token, event, work) => traced(`push ${event}`, { kind: 'consumer', parent: sent.get(token) }, work),
  }
}
