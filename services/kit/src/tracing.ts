/**
 * Traces (record 0076): what one request causes in all services, as spans. Off unless an exporter is configured by OpenTelemetry's own
 * variables (https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/); then nothing of it is loaded.
 */
export type SpanKind = 'server' | 'client' | 'producer' | 'consumer' | 'internal'
export type SpanOptions = {
  readonly kind: SpanKind
  readonly attributes?: Readonly<Record<string, string | number | boolean>>
  /** The `traceparent` (W3C Trace Context) that the span continues; without one, the running span. */
  readonly parent?: string | undefined
}
export type Tracer = {
  /** Runs `work` in a span, which ends when it has settled; an error marks the span. */
  run<T>(name: string, options: SpanOptions, work: () => T): T
  /** The `traceparent` of the running span, for whom it calls. */
  current(): string | undefined
  /** Sends the spans that are not exported yet. */
  stop(): Promise<void>
}

const OFF: Tracer = { run: (_name, _options, work) => work(), current: () => undefined, stop: async () => undefined }
let tracer = OFF

/** Whether spans are recorded: saves their names and attributes where they would cost. */
export const isTracing = (): boolean => tracer !== OFF

/** Runs `work` in a span. @param name of few values, such as an operation's */
export const traced = <T>(name: string, options: SpanOptions, work: () => T): T => tracer.run(name, options, work)

/** @returns the `traceparent` of the running span; undefined where nothing is traced */
export const traceparent = (): string | undefined => tracer.current()

type Env = Readonly<Record<string, string | undefined>>

/** Whether OpenTelemetry's variables name an exporter of traces. */
export function wantsTraces(env: Env): boolean {
  if (env.OTEL_SDK_DISABLED?.toLowerCase() === 'true') return false
  const { OTEL_TRACES_EXPORTER: exporter } = env
  if (exporter) return exporter !== 'none'
  return Boolean(env.OTEL_EXPORTER_OTLP_ENDPOINT || env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT)
}

/** @param service its name in traces, unless OTEL_SERVICE_NAME is set @returns stops it, after the last spans were sent */
export async function startTracing(service: string, version: string, env: Env): Promise<() => Promise<void>> {
  if (!wantsTraces(env)) return OFF.stop
  const { openTracer } = await import('./open-telemetry.ts')
  tracer = openTracer(service, version)
  return () => tracer.stop()
}
