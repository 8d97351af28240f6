/**
 * The permissions on NATS, beyond operations and a service's own events. The server's permissions are printed from the
 * operations (`from`) and these tables (scripts/servers/nats-permissions.ts), and a test compares them with the clients in the code.
 */
import type { EventDomain } from './events.ts'
import { SERVICES, type ServiceName } from './operation.ts'

/** `operator` is `npm run admin`, and the tests of an installation. */
export const NATS_USERS = ['gateway', ...SERVICES, 'operator'] as const
export type NatsUser = (typeof NATS_USERS)[number]

/** The domains whose events a service consumes; an app's `consumers` can have no other (kit/run-service.ts). */
export const CONSUMED = {
  auth: ['billing', 'doorbell', 'security'],
  doorbell: ['auth', 'billing'],
  billing: ['auth'],
  security: ['auth'],
  notify: ['auth', 'doorbell'],
  signaling: ['auth', 'doorbell'],
  sfu: [],
} as const satisfies Readonly<Record<ServiceName, readonly EventDomain[]>>

export type LiveSubject = 'user' | 'visit' | 'session' | 'client'

/** The live subjects that each service publishes on. The gateway receives them, and signaling the ends of sessions. */
export const LIVE_SUBJECTS: Readonly<Record<ServiceName | 'gateway', readonly LiveSubject[]>> = {
  gateway: ['user'],
  auth: ['session', 'user'],
  doorbell: ['user', 'visit'],
  billing: ['user'],
  security: ['user'],
  notify: ['user'],
  signaling: ['client', 'user', 'visit'],
  sfu: [],
}

/** The consumers' names of one service. */
export const consumersOf = (service: ServiceName): readonly { readonly name: string; readonly domain: EventDomain }[] =>
  CONSUMED[service].map((domain) => ({ name: `${service}-${domain}`, domain }))
