/** An account that a check makes for itself through the public API, and deletes in the end. */
import { randomBytes } from 'node:crypto'
import { Resident, Visitor } from '../testing/people.ts'

/** Every address of this machine. */
const ANY = '0.0.0.0'

/** Where the public API is reached from here. */
export type ApiAddress = {
  readonly url: string
  /** The Host header, where it is not the one of `url`. */
  readonly host?: string | undefined
}

export const visitorFrom = ({ url, host }: ApiAddress): Visitor => new Visitor(url, ANY, host)

export class TemporaryAccount {
  readonly resident: Resident
  readonly #password: string

  /**
   * @param purpose the beginning of its username, by which an operator recognizes it
   * @throws HttpError
   */
  static async register(api: ApiAddress, purpose: string): Promise<TemporaryAccount> {
    const username = `${purpose}-${randomBytes(6).toString('hex')}`
    const password = `${randomBytes(12).toString('base64url')}-1A`
    // No mail can be delivered to .invalid (RFC 2606).
    const fields = { username, password, email: `${username}@doorbell.invalid`, firstName: 'Installation', lastName: 'Test' }
    return new TemporaryAccount(await Resident.register(api.url, fields, { address: ANY, host: api.host }), password)
  }

  private constructor(resident: Resident, password: string) {
    this.resident = resident
    this.#password = password
  }

  /** As its owner does. @throws HttpError */
  async delete(): Promise<void> {
    await this.resident.call('auth.delete_account', { password: this.#password })
  }
}
