/** All operations by name. Routes and handlers exist only for these (a test compares). */
import type { InputOf, Operation, OutputOf, OwnerName } from '../operation.ts'
import { apiTokenOperations } from './api-tokens.ts'
import { authOperations } from './auth.ts'
import { billingOperations } from './billing.ts'
import { contactOperations } from './contacts.ts'
import { deviceOperations } from './devices.ts'
import { doorbellOperations } from './doorbell.ts'
import { doorsOperations } from './doors.ts'
import { gatewayOperations } from './gateway.ts'
import { historyOperations } from './history.ts'
import { householdOperations } from './household.ts'
import { notificationOperations } from './notifications.ts'
import { passkeyOperations } from './passkeys.ts'
import { passwordOperations } from './passwords.ts'
import { preferenceOperations } from './preferences.ts'
import { profileOperations } from './profile.ts'
import { pushedOperations } from './pushed.ts'
import { recordingOperations } from './recordings.ts'
import { securityOperations } from './security.ts'
import { sessionOperations } from './sessions.ts'
import { sfuOperations } from './sfu.ts'
import { signalingOperations } from './signaling.ts'
import { supportOperations } from './support.ts'
import { twoFactorOperations } from './two-factor.ts'
import { visitOperations } from './visits.ts'
import { wallOperations } from './wall.ts'
import { webhookOperations } from './webhooks.ts'

const all = [
  ...authOperations,
  ...profileOperations,
  ...passwordOperations,
  ...twoFactorOperations,
  ...passkeyOperations,
  ...sessionOperations,
  ...wallOperations,
  ...apiTokenOperations,
  ...supportOperations,
  ...doorbellOperations,
  ...visitOperations,
  ...historyOperations,
  ...recordingOperations,
  ...doorsOperations,
  ...householdOperations,
  ...contactOperations,
  ...notificationOperations,
  ...preferenceOperations,
  ...billingOperations,
  ...securityOperations,
  ...deviceOperations,
  ...pushedOperations,
  ...webhookOperations,
  ...signalingOperations,
  ...sfuOperations,
  ...gatewayOperations,
] as const

type Declared = (typeof all)[number]
export type OperationName = Declared['name']
export type OperationNamed<N extends OperationName> = Extract<Declared, { name: N }>
/** The handler's input, after validation. */
export type Input<N extends OperationName> = InputOf<OperationNamed<N>>
/** The handler's output, before serialization. */
export type Output<N extends OperationName> = OutputOf<OperationNamed<N>>
type Short<S extends OwnerName, N> = N extends `${S}.${infer Rest}` ? Rest : never
type Piped<D> = D extends { readonly name: infer N extends string; readonly http?: infer Http }
  ? [Extract<Http, { body: 'raw' } | { answer: 'stream' }>] extends [never]
    ? never
    : N
  : never
type Sent<D> = D extends { readonly name: infer N extends string; readonly bytes?: infer Bytes }
  ? [Extract<Bytes, 'in'>] extends [never]
    ? never
    : N
  : never
type WithBytes = Piped<Declared> | Sent<Declared>
/** The short names of one service's operations that travel on NATS. */
export type RpcShortName<S extends OwnerName> = Short<S, Exclude<OperationName, WithBytes>>
/** The short names of one service's operations whose bytes are piped over HTTP. */
export type BytesShortName<S extends OwnerName> = Short<S, WithBytes>
/** The services that own bytes; the gateway answers its own itself. */
export type BytesOwner = Exclude<WithBytes extends `${infer S}.${string}` ? S : never, 'gateway'>

export const operations: readonly (Operation & { readonly name: OperationName })[] = all

export const operationByName = new Map<string, Operation & { readonly name: OperationName }>(operations.map((entry) => [entry.name, entry]))

/** @throws Error for an unknown name, which is a programming error */
export function operationNamed(name: OperationName): Operation {
  const found = operationByName.get(name)
  if (!found) throw new Error(`no such operation: ${name}`)
  return found
}
