/** Dispatches one frame to its operation. Every frame is answered, or the socket is closed with a proper code. */
import type { RawData } from 'ws'
import { AppError } from '#kit/app-error.ts'
import type { Bus } from '#kit/bus.ts'
import type { Log } from '#kit/log.ts'
import { appErrorOf } from '#kit/store-unavailable.ts'
import { traced } from '#kit/tracing.ts'
import { type ClientFrame, type RoutedType, routeOf } from '#proto/frames/client.ts'
import { type Connection, callerOf, isWall } from './connection.ts'
import { countableOf, readFrame } from './read-frame.ts'
import { type RegisterDeps, register } from './registration.ts'
import { parentOf } from './trace-frames.ts'

type DispatchDeps = RegisterDeps & { readonly bus: Bus; readonly log: Log }

type RoutedFrame = ClientFrame & { type: RoutedType }
const isRouted = (frame: ClientFrame): frame is RoutedFrame => routeOf(frame.type) !== undefined

/** Calls the frame's operation and sends its answer. */
async function callOperation(deps: DispatchDeps, connection: Connection, frame: RoutedFrame): Promise<void> {
  const { type, ...input } = frame
  const route = routeOf(type)
  if (!route) return
  const fields = input as Readonly<Record<string, unknown>>
  const activityId = route.activity.map((name) => fields[name]).find((value) => typeof value === 'number')
  const requestId = 'requestId' in frame ? frame.requestId : undefined
  const reference = { about: type, ...(activityId === undefined ? {} : { activityId }), ...(requestId === undefined ? {} : { requestId }) }
  if (!connection.party) return connection.refuse(new AppError('unauthenticated.socket'), reference)
  if (isWall(connection.party) && !route.wall) return connection.refuse(new AppError('wall_session'), reference)
  try {
    if (route.alsoCountedAs)
      deps.frameRateLimiter.admit(route.alsoCountedAs, { ...countableOf(connection.party), address: connection.identities.base.address })
    const call = () => deps.bus.call(route.to, input, { caller: callerOf(connection) })
    const ask = () => traced(`frame ${type}`, { kind: 'server', parent: parentOf(connection, type, activityId) }, call)
    if (route.afterAnswer) await connection.answering
    const asked = route.inOrder ? connection.inOrder(ask) : ask()
    if (route.isAnswer) connection.answering = asked.catch(() => undefined)
    const { frames } = await asked
    for (const answer of frames) connection.send(answer)
    if (requestId !== undefined && !route.answersItself) connection.send({ type: 'acknowledged', ...reference, requestId })
  } catch (error) {
    const appError = appErrorOf(error)
    if (appError.code === 'internal' && appError !== error) deps.log.error({ err: error, frame: type }, 'socket frame failed')
    connection.refuse(appError, reference)
  }
}

export async function dispatch(deps: DispatchDeps, connection: Connection, data: RawData, isBinary: boolean): Promise<void> {
  // A closing socket may still deliver frames, which are dropped.
  if (connection.closed) return
  const frame = readFrame(deps.frameRateLimiter, connection, data, isBinary)
  if (!frame) return
  if (isRouted(frame)) return callOperation(deps, connection, frame)
  switch (frame.type) {
    case 'ping':
      return connection.send({ type: 'pong' })
    case 'register':
    case 'register_visitor':
      return register(deps, connection, frame)
    default:
      return frame satisfies never
  }
}
