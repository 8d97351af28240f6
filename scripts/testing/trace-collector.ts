/** Receives spans by OTLP over HTTP as JSON (https://opentelemetry.io/docs/specs/otlp/), as a collector does. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

type Attribute = { readonly key: string; readonly value: { readonly stringValue?: string } }
type SentSpan = {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly kind: number
}
type Sent = {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] }
    readonly scopeSpans: readonly { readonly spans: readonly SentSpan[] }[]
  }[]
}
export type Span = SentSpan & { readonly service: string }

export type TraceCollector = {
  /** The environment of services that send their spans to it, soon after they have ended. */
  readonly env: Readonly<Record<string, string>>
  readonly spans: readonly Span[]
  /** Empties `spans`. */
  forget(): void
  stop(): Promise<void>
}

const serviceOf = (attributes: readonly Attribute[]) => attributes.find(({ key }) => key === 'service.name')?.value.stringValue ?? ''

export async function collectTraces(): Promise<TraceCollector> {
  const spans: Span[] = []
  const server = createServer(async (request, response) => {
    const { resourceSpans } = (await json(request)) as Sent
    for (const { resource, scopeSpans } of resourceSpans)
      spans.push(...scopeSpans.flatMap((scope) => scope.spans.map((span) => ({ ...span, service: serviceOf(resource.attributes) }))))
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    env: {
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_BSP_SCHEDULE_DELAY: '100',
    },
    spans,
    forget: () => {
      spans.length = 0
    },
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
