/** Ids that never existed, and secrets that were never issued, in the format of real ones. */
import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import type { UsedCredential } from '#proto/operations/passkeys.ts'
import type { Pool, PublicName, Values } from '#scripts/testing/generate/rules.ts'
import { nextNumber } from '#scripts/testing/people.ts'
import { namedIn } from './cells.ts'

const INT31 = 2_147_483_647
const FAR = 1_000_000

/** No sequence grows this far, and a random id exists with a probability of one in a million. */
export const unknownId = () => randomInt(INT31 - FAR, INT31)
const unknownText = (like: string) => randomBytes(like.length).toString('base64url').slice(0, like.length)

function unknownOf(pool: Pool, real: unknown): unknown {
  if (pool.endsWith('Passkey')) return otherCredential(real)
  if (pool === 'film' || pool === 'device') return randomUUID()
  if (pool === 'pass') return `${unknownId()}-${unknownText(String(real).split('-').slice(1).join('-'))}`
  return typeof real === 'number' ? unknownId() : unknownText(String(real))
}

/** @returns the request with every id and secret of the owner replaced */
export function naming(name: PublicName, input: Values, proof: string | undefined): Values {
  const named = namedIn(name, input).map(([field, pool]) => [field, unknownOf(pool, input[field])])
  const stranger = proof === 'password' ? { username: `nobody-${nextNumber()}`, password: WRONG_PASSWORD } : {}
  const unknown = proof === 'credential' ? { credential: otherCredential(input.credential) } : {}
  return { ...input, ...Object.fromEntries(named), ...stranger, ...unknown }
}

const WRONG_PASSWORD = 'Wrong-Horse-1'

/** @returns the secret with one character changed: its public part, as the id in a pass, stays */
function altered(secret: string): string {
  const at = secret.length - Math.ceil(secret.length / 3)
  return secret.slice(0, at) + (secret[at] === 'A' ? 'B' : 'A') + secret.slice(at + 1)
}

/** @returns the request of a caller who knows everything but the secret */
export const withoutProof = (input: Values, proof: string | undefined): Values =>
  proof === undefined ? input : { ...input, [proof]: wrong(proof, input[proof]) }

function wrong(proof: string, right: unknown): unknown {
  if (proof === 'credential') return otherCredential(right)
  return proof === 'password' ? WRONG_PASSWORD : altered(String(right))
}

/** A passkey of no account. */
function otherCredential(real: unknown): unknown {
  const id = randomBytes(32).toString('base64url')
  return { ...(real as UsedCredential), id, rawId: id }
}
