import { AppError } from '#kit/app-error.ts'

/** mediasoup's error names for closed objects. */
const GONE = ['InvalidStateError', 'WorkerClosedError', 'NotFoundError']

function toRefusal(error: Error): AppError | undefined {
  if (error instanceof AppError) return error
  if (GONE.includes(error.name) || /closed|not found/i.test(error.message)) return new AppError('call_not_there')
  if (error instanceof TypeError || error.name === 'UnsupportedError') return new AppError('malformed')
  return undefined
}

/** Maps mediasoup's errors: a closed object is `call_not_there`, an invalid parameter `malformed`; anything else is our own bug. */
export async function mapMediasoupErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof Error ? (toRefusal(error) ?? error) : error
  }
}

/**
 * The same for client parameters that the worker validates: it reports invalid ones (a duplicate ssrc) as a plain `Error`, which is a
 * client error and not `internal`.
 */
export async function mapParameterErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Error)) throw error
    throw toRefusal(error) ?? (error.name === 'Error' ? new AppError('malformed') : error)
  }
}
