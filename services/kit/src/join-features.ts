import type { ServiceName } from '#proto/operation.ts'
import type { HandlersOf } from './handlers.ts'
import type { App } from './run-service.ts'

/** The parts that a feature gives to its service (docs/architecture.md). Other returned values are for the features after it. */
export type FeatureParts<N extends ServiceName> = Pick<App<N>, 'consumers' | 'jobs' | 'metrics' | 'beforeOperation' | 'drain'> & {
  readonly handlers?: Partial<HandlersOf<N>>
}

type HandlersIn<F extends readonly unknown[]> = F extends readonly [infer First, ...infer Others]
  ? (First extends { readonly handlers: infer H } ? H : unknown) & HandlersIn<Others>
  : unknown
/** Together the features handle every operation of the service; the compiler's error names a missing one. */
type Complete<N extends ServiceName, F extends readonly unknown[]> =
  HandlersIn<F> extends HandlersOf<N>
    ? unknown
    : { readonly 'operations without a handler': Exclude<keyof HandlersOf<N>, keyof HandlersIn<F>> }

/**
 * Features that consume the same event handle it one after the other, in their order: each handles a repetition, because the event is
 * delivered again if one of them fails.
 * @throws Error where two features handle one operation, or two run before each operation
 */
export function joinFeatures<N extends ServiceName, const F extends readonly FeatureParts<N>[]>(
  service: N,
  features: F & Complete<N, F>,
): App<N> {
  const all: readonly FeatureParts<N>[] = features
  const handlers: Record<string, unknown> = {}
  const consumers: Record<string, Record<string, unknown>> = {}
  for (const feature of all) {
    addTo(handlers, feature.handlers ?? {}, service)
    for (const [domain, events] of Object.entries(feature.consumers ?? {})) {
      consumers[domain] ??= {}
      addConsumers(consumers[domain], events as object)
    }
  }
  const [beforeOperation, ...others] = all.flatMap((feature) => feature.beforeOperation ?? [])
  if (others.length) throw new Error(`${service}: one feature alone runs before each operation`)
  return {
    handlers: handlers as App<N>['handlers'] & object,
    consumers: consumers as App<N>['consumers'] & object,
    jobs: all.flatMap(({ jobs = [] }) => jobs),
    metrics: all.flatMap(({ metrics = [] }) => metrics),
    ...(beforeOperation && { beforeOperation }),
    drain: async () => void (await Promise.all(all.map((feature) => feature.drain?.()))),
  }
}

type Consume = (event: unknown) => Promise<void>

function addConsumers(table: Record<string, unknown>, more: object): void {
  for (const [name, handler] of Object.entries(more) as [string, Consume][]) {
    const before = table[name] as Consume | undefined
    const both: Consume = async (event) => {
      await before?.(event)
      await handler(event)
    }
    table[name] = before ? both : handler
  }
}

function addTo(table: Record<string, unknown>, more: object, what: string): void {
  for (const [name, handler] of Object.entries(more)) {
    if (name in table) throw new Error(`${what}: two features handle ${name}`)
    table[name] = handler
  }
}
