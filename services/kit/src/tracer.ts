/** What traces are made of, without OpenTelemetry. */
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
