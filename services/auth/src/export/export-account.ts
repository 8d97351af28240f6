/** Everything that is stored about an account, as one JSON document, written a page at a time. */
import { AppError } from '#kit/app-error.ts'
import type { Clock } from '#kit/clock.ts'
import { EXPORT_KINDS, type ExportedPage, type ExportPage } from '#proto/export.ts'
import { toUser } from '../core/account.ts'
import type { Accounts } from '../core/ports.ts'

export type ExportingService = keyof typeof EXPORT_KINDS
type Rows = readonly Readonly<Record<string, unknown>>[]

export interface ExportSource {
  /** Auth's own parts of the export; each is short. */
  own(userId: number): Promise<Readonly<Record<'sessions' | 'knownDevices', Rows>>>
  page(service: ExportingService, page: ExportPage): Promise<ExportedPage>
}
type Deps = { readonly clock: Clock; readonly accounts: Pick<Accounts, 'byId'>; readonly exportSource: ExportSource }

/** @returns the file's name: the day in UTC */
export const exportName = (now: Date) => `doorbell-account-${now.toISOString().slice(0, 10)}.json`

/**
 * The document in pieces. The first one is read before the answer begins, so that a service which is down is an error, not half a file.
 * @throws AppError unauthenticated, unavailable
 */
export async function* exportAccount({ clock, accounts, exportSource }: Deps, userId: number): AsyncGenerator<string> {
  const record = await accounts.byId(userId)
  if (!record) throw new AppError('unauthenticated')
  const own = await exportSource.own(userId)
  yield `{"exportedAt":${JSON.stringify(clock.now())},"account":${JSON.stringify(toUser(record))}`
  for (const [kind, rows] of Object.entries(own)) yield `,"${kind}":${JSON.stringify(rows)}`
  for (const [service, kinds] of Object.entries(EXPORT_KINDS))
    for (const kind of kinds) yield* exportKind(exportSource, service as ExportingService, { userId, kind })
  yield '}\n'
}

async function* exportKind(source: ExportSource, service: ExportingService, first: ExportPage): AsyncGenerator<string> {
  yield `,"${first.kind}":[`
  let after: string | undefined
  let separator = ''
  do {
    const page = await source.page(service, after === undefined ? first : { ...first, after })
    for (const row of page.rows) {
      yield separator + JSON.stringify(row)
      separator = ','
    }
    after = page.next
  } while (after !== undefined)
  yield ']'
}
