import { Refusal } from '#kit/refusal.ts'

/** mediasoup's own names for what is no longer there. */
const GONE = ['InvalidStateError', 'WorkerClosedError', 'NotFoundError']

function refusalOf(error: Error): Refusal | undefined {
  if (error instanceof Refusal) return error
  if (GONE.includes(error.name) || /closed|not found/i.test(error.message)) return new Refusal('call_not_there')
  if (error instanceof TypeError || error.name === 'UnsupportedError') return new Refusal('malformed')
  return undefined
}

/** What is gone meanwhile is `call_not_there`, what mediasoup finds wrong in a parameter object `malformed`, and the rest is ours. */
export async function refusing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof Error ? (refusalOf(error) ?? error) : error
  }
}

/**
 * The same where a client's own parameters go to the worker: that says what is wrong with them (an ssrc used twice) by a plain `Error`. It is the client's fault, never `internal`.
 */
export async function refusingParameters<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Error)) throw error
    throw refusalOf(error) ?? (error.name === 'Error' ? new Refusal('malformed') : error)
  }
}
