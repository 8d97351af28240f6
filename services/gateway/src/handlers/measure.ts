import type { ServerResponse } from 'node:http'
import { countOperation } from '#kit/metrics.ts'

/** Measures an operation as its client sees it, including the gateway's own errors, from arrival to the end of the response. */
export function measure(operation: { readonly name: string }, response: ServerResponse): void {
  const began = performance.now()
  response.once('close', () =>
    countOperation(operation.name, response.writableFinished ? response.statusCode : 499, performance.now() - began),
  )
}
