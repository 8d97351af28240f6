import { Readable } from 'node:stream'
import type { BytesHandlersOf } from '#kit/bytes.ts'
import { residentOf } from '#kit/handlers.ts'
import { sendStream } from '#kit/send-stream.ts'
import type { Bound } from '../core/bound.ts'
import type { requireFresh } from '../sign-in/reauthenticate.ts'
import { exportAccount, exportName } from './export-account.ts'

type Deps = Parameters<typeof exportAccount>[0] & { readonly requireFresh: Bound<typeof requireFresh> }

export function exportBytes(deps: Deps): Pick<BytesHandlersOf<'auth'>, 'export_account'> {
  return {
    export_account: async ({ caller, response }) => {
      const resident = residentOf(caller)
      await deps.requireFresh(resident)
      const pieces = exportAccount(deps, resident.userId)
      // Before the headers, so that a service that is away is answered as an error.
      const first = await pieces.next()
      response.writeHead(200, {
        'content-type': 'application/json; charset=utf-8',
        'content-disposition': `attachment; filename="${exportName(deps.clock.now())}"`,
        'cache-control': 'private, no-store',
      })
      response.write(first.value ?? '')
      await sendStream(Readable.from(pieces), response)
    },
  }
}
