/** The callers of the access matrix, and the answer that the contract promises to each: derived from the declarations. */

import type { ApiScope } from '#proto/api-tokens.ts'
import { type ErrorCode, errorStatus } from '#proto/errors.ts'
import { type Operation, ownerOf } from '#proto/operation.ts'

/** Wrong callers, as they are named in reports. The right one is tried last, with the same ids. */
export const WRONG_CALLERS = {
  anonymous: 'anonymous',
  otherVisitor: 'visitor of another ring',
  otherResident: 'other resident',
  freeResident: 'free resident',
  wallDisplay: 'wall display',
  apiToken: 'API token',
  revokedToken: 'revoked API token',
  revokedSession: 'revoked session',
  deletedAccount: 'deleted account',
  blockedAddress: 'blocked address',
  wrongOrigin: 'wrong Origin',
} as const
export type WrongCaller = keyof typeof WRONG_CALLERS
export const wrongCallers = Object.keys(WRONG_CALLERS) as WrongCaller[]

/**
 * `refused`: the operation fails with this error; `unless` an API token has this scope: the matrix tries one with all others. `own`: the
 * answer is about the caller itself, or as for ids that never existed. `open`: every caller may call it. `allowed`: a block only closes
 * log-in and registration, so the right caller succeeds from a blocked address. `limited`: a wall display of the owner may call it, about
 * today's rings (services/gateway/test/wall.test.ts). `unreadable`: another site's page may cause the request, which changes nothing, but
 * cannot read its answer.
 */
export type Expected =
  | { readonly answer: 'refused'; readonly code: ErrorCode; readonly unless?: ApiScope }
  | { readonly answer: 'own' | 'open' | 'allowed' | 'limited' | 'unreadable' }

/** The additions of a row to the declaration of its operation. */
export type Facts = {
  readonly operation: Operation
  /** The operation whose rules decide about the caller. It differs for a form of the visitor's page, which performs another operation. */
  readonly performs: Operation
  /** Whether the path names an object of the owner. */
  readonly namesOwned: boolean
  /** The field whose value makes every caller the right one, whatever its other credentials. */
  readonly proof: string | undefined
  readonly isPremium: boolean
}

/** The answer to an unknown token or password: each such operation declares one of these. */
const UNKNOWN_PROOF: readonly ErrorCode[] = ['token_invalid', 'invite_unknown', 'credentials_wrong', 'passkey_wrong', 'not_found']

const refused = (code: ErrorCode): Expected => ({ answer: 'refused', code })

/** docs/product/decisions.md, 27: a blocked address can neither sign in nor register; everything else works there. */
export const isClosedToBlocked = ({ errors }: Operation): boolean => errors.includes('address_blocked')

/** @throws Error for an operation that declares no answer to an unknown token or password */
function unknownProof({ name, errors }: Operation): Expected {
  const code = UNKNOWN_PROOF.find((one) => errors.includes(one))
  if (!code) throw new Error(`${name} declares no error for an unknown token: name one of ${UNKNOWN_PROOF.join(', ')} in its errors`)
  return refused(code)
}

/** A wall display of the owner. @returns undefined where no session is needed */
function wallExpected({ caller, wall }: Operation): Expected | undefined {
  if (caller !== 'resident' && caller !== 'either') return undefined
  return wall ? { answer: 'limited' } : refused('wall_session')
}

/** The owner's API token, which has every scope but the operation's. @returns undefined where no notice is taken of it */
function tokenExpected(caller: WrongCaller, { name, scope }: Operation): Expected | undefined {
  if (ownerOf(name) === 'gateway' && scope === undefined) return undefined
  if (caller === 'revokedToken') return refused('unauthenticated')
  return caller === 'apiToken' ? { ...refused('scope_missing'), ...(scope ? { unless: scope } : {}) } : undefined
}

/** Not tried as a wrong caller: its rights are tested separately. */
export const isTriedAsWrong = ({ answer }: Expected): boolean => answer !== 'allowed' && answer !== 'limited'

/** @returns undefined if this caller is not tested: a free resident, of an operation that needs no premium */
export function expectedOf(caller: WrongCaller, { operation, performs, namesOwned, proof, isPremium }: Facts): Expected | undefined {
  // Without the key a caller is refused, whatever its other credentials.
  if (operation.signed) return caller === 'blockedAddress' ? { answer: 'allowed' } : refused('malformed')
  const asToken = tokenExpected(caller, operation)
  if (asToken) return asToken
  if (caller === 'wrongOrigin' && operation.anyOrigin) return { answer: 'open' }
  if (caller === 'wrongOrigin') return operation.http?.method === 'GET' ? { answer: 'unreadable' } : refused('origin_refused')
  if (caller === 'blockedAddress') return isClosedToBlocked(operation) ? refused('address_blocked') : { answer: 'allowed' }
  if (caller === 'wallDisplay') return wallExpected(performs)
  if (caller === 'freeResident') return isPremium ? refused('subscription_required') : undefined
  // Another visitor's visit is the same 404 as none, signed in or not.
  if (performs.caller === 'visitor' || performs.caller === 'either') return refused('not_found')
  if (performs.caller === 'resident') {
    if (caller !== 'otherResident') return refused('unauthenticated')
    return namesOwned ? refused('not_found') : { answer: 'own' }
  }
  return proof === undefined ? { answer: 'open' } : unknownProof(performs)
}

/** The text of a cell in docs/access.md. */
export function cellText(expected: Expected | undefined): string {
  if (!expected) return ''
  if (expected.answer !== 'refused') return expected.answer
  return expected.unless ? `\`${expected.unless}\`` : String(errorStatus(expected.code))
}
