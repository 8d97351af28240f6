/** The memory of a request's body counts until its answer is sent, within a limit for all senders. */
import type { ServerResponse } from 'node:http'
import type { BodyMemory, HeldBody } from '#kit/body-memory.ts'

type BodyDeps = { readonly bodies: BodyMemory }

/** @param address of its sender */
export function holdBody({ bodies }: BodyDeps, address: string, response: ServerResponse): HeldBody {
  const held = bodies.open(address)
  // The sender may have left during the rate-limit check.
  if (response.closed) held.release()
  else response.once('close', held.release)
  return held
}
