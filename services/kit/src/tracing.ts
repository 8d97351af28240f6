/**
 * Traces (record 0076): what one request causes in all services, as spans. Off unless an exporter is configured by OpenTelemetry's own
 * variables (https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/); then nothing of it is loaded.
 */
import type { OtelEnv } from './config.ts'
import type { SpanOptions, Tracer } from './tracer.ts'

const OFF: Tracer = { run: (_name, _options, work) => work(), current: () => undefined, stop: async () => undefined }
let tracer = OFF

/** Whether spans are recorded: saves their names and attributes where they would cost. */
export const isTracing = (): boolean => tracer !== OFF

/** Runs `work` in a span. @param name of few values, such as an operation's */
export const traced = <T>(name: string, options: SpanOptions, work: () => T): T => tracer.run(name, options, work)

/** @returns the `traceparent` of the running span; undefined where nothing is traced */
export const traceparent = (): string | undefined => tracer.current()

/** Whether OpenTelemetry's variables name an exporter of traces. */
export function wantsTraces(env: OtelEnv): boolean {
  if (env.OTEL_SDK_DISABLED?.toLowerCase() === 'true') return false
  const { OTEL_TRACES_EXPORTER: exporter } = env
  if (exporter) return exporter !== 'none'
  return Boolean(env.OTEL_EXPORTER_OTLP_ENDPOINT || env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT)
}

/**
 * @param service its name in traces, unless OTEL_SERVICE_NAME is set
 * @returns stops it, after the last spans were sent
 */
export async function startTracing(service: string, version: string, env: OtelEnv): Promise<() => Promise<void>> {
  if (!wantsTraces(env)) return OFF.stop
  const { openTracer } = await import('./open-telemetry.ts')
  tracer = openTracer(env.OTEL_SERVICE_NAME || service, version)
  return () => tracer.stop()
}
