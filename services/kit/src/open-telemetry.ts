/** The tracer of tracing.ts by OpenTelemetry's SDK, which reads its exporter, sampler and limits from its own variables. */
import { context, SpanKind as Kind, propagation, ROOT_CONTEXT, type Span, SpanStatusCode, trace } from '@opentelemetry/api'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { NodeSDK } from '@opentelemetry/sdk-node'
import { errorStatus } from '#proto/errors.ts'
import { AppError } from './app-error.ts'
import type { SpanKind, SpanOptions, Tracer } from './tracer.ts'

const KINDS: Readonly<Record<SpanKind, Kind>> = {
  server: Kind.SERVER,
  client: Kind.CLIENT,
  producer: Kind.PRODUCER,
  consumer: Kind.CONSUMER,
  internal: Kind.INTERNAL,
}
const FIRST_SERVER_ERROR = 500

/** A refusal, such as a wrong code, is an answer: only a fault marks the span as failed. */
function fail(span: Span, error: unknown): void {
  const code = error instanceof AppError ? error.code : 'internal'
  span.setAttribute('error.type', code)
  if (!(error instanceof AppError) || errorStatus(error.code, error.params) >= FIRST_SERVER_ERROR)
    span.setStatus({ code: SpanStatusCode.ERROR })
}

const isPromise = (value: unknown): value is Promise<unknown> => value instanceof Promise

/** Starts the SDK of this process: once. @param serviceName as traces show it */
export function openTracer(serviceName: string, version: string): Tracer {
  const sdk = new NodeSDK({
    serviceName,
    resource: resourceFromAttributes({ 'service.version': version }),
    // Metrics are read at /metrics, and logs from the standard output.
    metricReaders: [],
    logRecordProcessors: [],
    instrumentations: [],
  })
  sdk.start()
  const tracer = trace.getTracer(serviceName, version)
  return {
    run: <T>(name: string, { kind, attributes = {}, parent }: SpanOptions, work: () => T): T => {
      const from = parent === undefined ? context.active() : propagation.extract(ROOT_CONTEXT, { traceparent: parent })
      // What a job does by itself begins no trace: it would be thousands a minute.
      if (kind !== 'server' && !trace.getSpan(from)) return work()
      const span = tracer.startSpan(name, { kind: KINDS[kind], attributes }, from)
      const failed = (error: unknown) => {
        fail(span, error)
        span.end()
      }
      try {
        const result = context.with(trace.setSpan(from, span), work)
        if (isPromise(result)) void result.then(() => span.end(), failed)
        else span.end()
        return result
      } catch (error) {
        failed(error)
        throw error
      }
    },
    current: () => {
      const carrier: { traceparent?: string } = {}
      propagation.inject(context.active(), carrier)
      return carrier.traceparent
    },
    stop: () => sdk.shutdown(),
  }
}
