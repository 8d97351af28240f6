import { Readable } from 'node:stream'
import type { BytesHandlersOf } from '#kit/bytes.ts'
import { residentOf } from '#kit/handlers.ts'
import { sendStream } from '#kit/send-stream.ts'
import { type ReauthenticateDeps, requireFresh } from '../sign-in/reauthenticate.ts'
import { type ExportAccountDeps, exportAccount, exportName } from './export-account.ts'

type Deps = ExportAccountDeps & Pick<ReauthenticateDeps, 'sessions'>

export function exports(deps: Deps): Pick<BytesHandlersOf<'auth'>, 'export_account'> {
  return {
    export_account: async ({ caller, response }) => {
      const resident = residentOf(caller)
      await requireFresh(deps, resident)
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
