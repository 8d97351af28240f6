/** Residents and visitors of tests. Each has its own address: all of 127.0.0.0/8 is this machine. */
import type { Activity, User, VisitWithChat } from '#proto/entities.ts'
import { claimBlock } from './claims.ts'
import { HttpClient } from './http-client.ts'
import { TestSocket } from './socket.ts'

type RingFields = {
  readonly visitorName?: string
  readonly message?: string
  readonly unitNumber?: string
  readonly purpose?: 'delivery' | 'guest' | 'service' | 'other'
  readonly photo?: string
  readonly againOf?: number
  readonly idempotencyKey?: string
  /** From `solveRingProof`. */
  readonly proof?: string
}

export const PASSWORD = 'Correct-Horse-1'
/** How many people the last byte of an address distinguishes. */
const BLOCK = 250
let block = 0
let used = BLOCK

/** A number that no other person of the run has. */
export function nextNumber(): number {
  if (used === BLOCK) {
    block = claimBlock()
    used = 0
  }
  used += 1
  return block * BLOCK + used
}

/** A 127.x.y.z that no other person of the run has: limits and blocks count by address. */
export function nextAddress(): string {
  const number = nextNumber() - 1
  const [high, low] = [Math.floor(number / BLOCK), number % BLOCK]
  return `127.${1 + Math.floor(high / BLOCK)}.${high % BLOCK}.${1 + low}`
}

export class Person {
  readonly client: HttpClient
  readonly #sockets: TestSocket[] = []

  constructor(base: string, address: string = nextAddress(), host?: string) {
    this.client = new HttpClient(base, address, { host })
  }

  get call(): HttpClient['call'] {
    return this.client.call.bind(this.client)
  }

  get http(): HttpClient['http'] {
    return this.client.http.bind(this.client)
  }

  /** Opens /ws with this person's cookies, unregistered. */
  async connect(origin?: string): Promise<TestSocket> {
    const url = new URL('/ws', this.client.base)
    url.protocol = url.protocol.replace('http', 'ws')
    const { cookieHeader, address, host } = this.client
    const socket = await TestSocket.open(url.href, { cookie: cookieHeader, address, host, ...(origin ? { origin } : {}) })
    this.#sockets.push(socket)
    return socket
  }

  async leave(): Promise<void> {
    for (const socket of this.#sockets) socket.cut()
    await this.client.close()
  }
}

/** `code`: the authenticator's, if two-factor is on. */
type Credentials = { readonly username: string; readonly password: string; readonly code?: string }

export class Resident extends Person {
  user: User

  constructor(base: string, user: User, address?: string, host?: string) {
    super(base, address, host)
    this.user = user
  }

  /** Registers through the gateway, as the form does. @param from the address and the Host header of the requests */
  static async register(
    base: string,
    fields: Partial<Record<'username' | 'firstName' | 'lastName' | 'email' | 'password' | 'invitation', string>> = {},
    from: { readonly address?: string; readonly host?: string | undefined } = {},
  ): Promise<Resident> {
    const username = fields.username ?? `resident-${nextNumber()}-${Date.now().toString(36)}`
    const resident = new Resident(base, undefined as never, from.address, from.host)
    const password = fields.password ?? PASSWORD
    resident.user = await resident.call('auth.register', {
      firstName: fields.firstName ?? 'Robin',
      lastName: fields.lastName ?? 'Reed',
      email: fields.email ?? `${username}@example.org`,
      username,
      password,
      confirmPassword: password,
      ...(fields.invitation === undefined ? {} : { invitation: fields.invitation }),
    })
    return resident
  }

  /** Signs in to an existing account. */
  static async signIn(base: string, credentials: Credentials): Promise<Resident> {
    const resident = new Resident(base, undefined as never)
    resident.user = await resident.call('auth.login', credentials)
    return resident
  }

  /** The same account on another device, with its own session. */
  anotherDevice(): Promise<Resident> {
    return Resident.signIn(this.client.base, { username: this.user.username, password: PASSWORD })
  }

  /** An open, registered socket, which first receives the replay. */
  async socket(): Promise<TestSocket> {
    const socket = await this.connect()
    socket.send({ type: 'register', userId: this.user.id })
    await socket.next('register_success')
    return socket
  }

  activities(): Promise<Activity[]> {
    return this.call('doorbell.activities', {})
  }
}

export class Visitor extends Person {
  /** @param door a qrCodeId, or the resident whose first door it is */
  async ring(door: string | Resident, fields: RingFields = {}): Promise<VisitWithChat> {
    const { idempotencyKey, visitorName = 'Vera Visitor', message = 'Hello, I am at the door.', proof, ...rest } = fields
    const qrCodeId = typeof door === 'string' ? door : door.user.qrCodeId
    const headers = { ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}), ...(proof ? { 'x-ring-proof': proof } : {}) }
    return this.call('doorbell.ring', { qrCodeId, visitorName, message, ...rest }, headers)
  }

  /** An open socket, registered for one ring, which first receives the replay. */
  async socket(visit: { readonly id: number }): Promise<TestSocket> {
    const socket = await this.connect()
    socket.send({ type: 'register_visitor', activityId: visit.id })
    await socket.next('register_success')
    return socket
  }

  visit(id: number): Promise<VisitWithChat> {
    return this.call('doorbell.visit', { id })
  }
}
