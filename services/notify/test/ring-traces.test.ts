// @all: traces, which no installation has unless its operator asks for them
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { collectTraces, type Span, type TraceCollector } from '#scripts/testing/trace-collector.ts'
import { eventually } from '#scripts/testing/wait.ts'
import { addDevice, nextPush, type PushWorld, report, startPushWorld } from './devices.ts'

const PROXY = '127.0.0.1/32'
let collector: TraceCollector
let pushes: PushWorld
beforeAll(async () => {
  collector = await collectTraces()
  pushes = await startPushWorld({ env: collector.env, envOf: { gateway: { TRUSTED_PROXIES: PROXY } } })
})
afterAll(async () => {
  await pushes.stop()
  await collector.stop()
})

const ofTrace = (traceId: string) => collector.spans.filter((span) => span.traceId === traceId)
const namesOf = (traceId: string) => new Set(ofTrace(traceId).map(({ service, name }) => `${service} ${name}`))

/** The span of this name that began a trace, or continued one from outside. */
const found = (name: string, where: (span: Span) => boolean = () => true) =>
  eventually(name, () => collector.spans.find((span) => span.name === name && where(span)))

test('one trace leads from the visitor’s press through every service to the receipts of page and push', async () => {
  const resident = await pushes.world.resident()
  const device = await addDevice(pushes, resident)
  const page = await resident.socket()
  const { id: activityId } = await pushes.world.visitor().ring(resident)
  await page.next('doorbell_ring')
  page.send({ type: 'receipt', activityId, state: 'delivered' })
  await report(pushes, (await nextPush(pushes, device)).app_data.token)
  const { traceId } = await found('POST /api/doorbell/ring/:qrCodeId')
  const expected = [
    'gateway POST /api/doorbell/ring/:qrCodeId',
    'gateway doorbell.ring',
    'doorbell doorbell.ring',
    'doorbell postgres place-ring',
    'gateway send doorbell_ring',
    'gateway frame receipt',
    'doorbell doorbell.receipt',
    'doorbell postgres set-delivered',
    'notify push',
    'notify push shown',
    'notify postgres report-push',
  ]
  await eventually('the whole trace', () => {
    const missing = expected.filter((name) => !namesOf(traceId).has(name))
    if (missing.length) throw new Error(`without ${missing.join(', ')}; it has ${[...namesOf(traceId)].join(', ')}`)
    return true
  })
  // No span hangs in the air: each parent is in the trace.
  const ids = new Set(ofTrace(traceId).map(({ spanId }) => spanId))
  expect(ofTrace(traceId).filter(({ parentSpanId }) => parentSpanId && !ids.has(parentSpanId))).toEqual([])
})

const GIVEN = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'

test('a trusted proxy’s traceparent is continued, and nobody else’s', async () => {
  const path = '/api/doorbell/requests/none'
  const headers = { traceparent: GIVEN, 'content-type': 'application/json' }
  // A person of the tests has an address of their own; this process has the proxy's.
  await pushes.world.visitor().http(path, { method: 'POST', body: {}, headers })
  await fetch(`${pushes.world.url}${path}`, { method: 'POST', body: '{}', headers })
  const spans = await eventually('both requests', () => {
    const both = collector.spans.filter(({ name }) => name === 'POST /api/doorbell/requests/:qrCodeId')
    return both.length === 2 ? both : undefined
  })
  const given = { traceId: GIVEN.slice(3, 35), parentSpanId: GIVEN.slice(36, 52) }
  expect(spans.filter(({ traceId }) => traceId === given.traceId)).toMatchObject([given])
})
