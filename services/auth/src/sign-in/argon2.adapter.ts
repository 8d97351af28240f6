/** Argon2id, 19 MiB, t=2, p=1 (OWASP Password Storage). Only two run at a time, because of that memory. */
import { hash, verify } from '@node-rs/argon2'
import { limitConcurrency } from '#kit/limit-concurrency.ts'
import { normalizePassword } from '#proto/passwords.ts'
import type { PasswordCheck, Passwords } from './stored-passwords.ts'
import { networkOf } from './throttle.ts'

/** The package's Algorithm.Argon2id: type stripping cannot import a const enum. */
const ARGON2ID = 2
const COST = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
const CONCURRENCY = 2
const WAITING = 64
const WAITING_PER_ADDRESS = 4

/**
 * Addresses take turns, IPv6 by /48, because a client with a /48 has 65,536 of the /64 that count as one address elsewhere. Resolves after
 * the hash that replaces a missing user's is made: without one, an unknown user would be refused faster than a wrong password.
 * @param verifyHash compares a password with a stored hash; the hash's parameters decide how much work that is
 */
export async function createPasswords(verifyHash: typeof verify = verify): Promise<Passwords> {
  const limited = limitConcurrency({ concurrency: CONCURRENCY, waiting: WAITING, waitingPerKey: WAITING_PER_ADDRESS, groupOf: networkOf })
  const missingUser = await hash('nobody has this password', COST)
  async function check(stored: string, typed: string): Promise<PasswordCheck> {
    const password = normalizePassword(typed)
    if (await verifyHash(stored, password)) return 'right'
    return password !== typed && (await verifyHash(stored, typed)) ? 'old' : 'wrong'
  }
  return {
    hash: (password, address) => limited(() => hash(normalizePassword(password), COST), address),
    check: async (stored, password, address) => {
      const result = await limited(() => check(stored ?? missingUser, password), address)
      return stored === undefined ? 'wrong' : result
    },
  }
}
