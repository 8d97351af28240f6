/**
 * Changes a call: read, apply the rule, settle, compare and set. The copy whose write wins applies the effects of the difference
 * (call/effects.ts); those that change the call again do so through `change`.
 */
import { AppError } from '#kit/app-error.ts'
import { type AnsweredCall, type Call, connectedAtOf, nextVersion, recordingOf } from '../call/call.ts'
import { type Effect, effects } from '../call/effects.ts'
import { asked, recordingBegun, recordingStopped } from '../call/recording.ts'
import { nextDue, settle } from '../call/settle.ts'
import type { CallDeps } from '../ports.ts'
import { closeRoom, removePeer, setSendingPeer, stopAtNode } from './node-requests.ts'
import { mayRecord, reasonOf, startAtNode } from './recording-requests.ts'

const TRIES = 30

export type Rule = (call: Call | undefined, now: number) => Call | undefined
/** `before` and `after` are the same object if nothing has changed; `after` is null if the call was deleted. */
type Difference = { readonly before: Call | undefined; readonly after: Call | null | undefined }

/** The last change in progress or waiting of each call that this copy changes. */
const lastOf = new WeakMap<CallDeps['calls'], Map<number, Promise<unknown>>>()

/** Within a copy the changes of one call run sequentially: concurrent ones would fail each other's compare and set until some give up. */
async function inTurn<T>({ calls }: CallDeps, activityId: number, work: () => Promise<T>): Promise<T> {
  const last = lastOf.get(calls) ?? new Map<number, Promise<unknown>>()
  lastOf.set(calls, last)
  const mine = (last.get(activityId) ?? Promise.resolve()).then(work)
  const done = mine.catch(() => undefined)
  last.set(activityId, done)
  try {
    return await mine
  } finally {
    if (last.get(activityId) === done) last.delete(activityId)
  }
}

/**
 * Applies a rule with compare and set, so that concurrent copies do not overwrite each other, and then the effects of the difference.
 * @returns the resulting call; undefined if there is none
 * @throws limited when other copies were faster each time
 */
export const change = (deps: CallDeps, activityId: number, rule: Rule): Promise<Call | undefined> =>
  inTurn(deps, activityId, async () => {
    const { before, after } = await compareAndSet(deps, activityId, rule)
    if (after !== undefined && after !== before) for (const effect of effects(before, after, deps.clock.now())) apply(deps, effect)
    return after ?? undefined
  })

async function compareAndSet(deps: CallDeps, activityId: number, rule: Rule): Promise<Difference> {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const now = deps.clock.now().getTime()
    const stored = await deps.calls.read(activityId)
    const before = stored?.call
    const ruled = rule(before, now)
    const settled = ruled ? settle(ruled, now) : null
    if (settled === before || (!settled && !before)) return { before, after: before }
    const after = settled && { ...settled, version: nextVersion(before?.version, now) }
    if (await deps.calls.swap(activityId, stored, after, after && nextDue(after, now))) return { before, after }
  }
  throw new AppError('limited', { retryAfterSeconds: 1 })
}

/** Applies a rule to an existing call; does nothing without one. */
export const changeExisting = (deps: CallDeps, activityId: number, rule: (call: Call, now: number) => Call) =>
  change(deps, activityId, (call, now) => call && rule(call, now))

/** Effects are started without waiting, and never throw. */
function apply(deps: CallDeps, effect: Effect) {
  const { doorbell, live, log } = deps
  switch (effect.type) {
    case 'send_to_visitor':
      return live.toVisitor(effect.activityId, effect.frame)
    case 'send_to_residents':
      return live.toResidents(effect.userIds, effect.frame)
    case 'send_to_socket':
      return live.toSocket(effect.clientId, effect.frame)
    case 'add_recording_step': {
      const { activityId, recordingId, step, at } = effect
      // Sent once and not awaited: the timeline must not delay the recording.
      return void doorbell
        .addRecordingStep({ activityId, recordingId, step, at: iso(at) })
        .catch((err: unknown) => log.warn({ err, activityId, step }, 'recording step not added to the timeline'))
    }
    case 'stop_recording':
      return stopAtNode(deps, effect.call, effect.recordingId, effect.reason)
    case 'begin_recording':
      return void beginRecording(deps, effect.call, effect.recordingId)
    case 'ask_to_record':
      return void askToRecord(deps, effect.call)
    case 'set_sending_peer':
      return setSendingPeer(deps, effect.call, effect.peer)
    case 'remove_peer':
      return removePeer(deps, effect.call, effect.peer)
    case 'close_room':
      return closeRoom(deps, effect.call)
    case 'record_call':
      return void recordCall(deps, effect.call)
    case 'report_end': {
      const { activityId, callId, kind, seconds } = effect.call
      log.info({ activityId, callId, kind, seconds, from: effect.from }, 'call ended')
      return deps.callEnded({ kind, from: effect.from })
    }
    default:
      return effect satisfies never
  }
}

const iso = (time: number) => new Date(time).toISOString()

/** Records the call in doorbell, which stores it once (docs/product/states.md); a failure is retried when the call is due. */
export async function recordCall(deps: CallDeps, call: AnsweredCall): Promise<void> {
  const { activityId, callId, kind, startedAt, stage } = call
  const connectedAt = connectedAtOf(call)
  try {
    await deps.doorbell.recordCall({
      activityId,
      callId,
      kind,
      startedAt: iso(startedAt),
      connectedAt: connectedAt === null ? null : iso(connectedAt),
      endedAt: stage === 'ended' ? iso(call.endedAt) : null,
      seconds: stage === 'ended' ? call.seconds : null,
    })
    await changeExisting(deps, activityId, (now) =>
      now.stage === stage && now.callId === callId && now.kind === kind && now.unrecorded ? { ...now, unrecorded: false } : now,
    )
  } catch (err) {
    deps.log.warn({ err, activityId }, 'call record failed, retrying')
  }
}

/** The node begins to record; a refusal of the node or of doorbell ends the recording. */
async function beginRecording(deps: CallDeps, call: AnsweredCall, recordingId: string): Promise<void> {
  const { activityId } = call
  try {
    await startAtNode(deps, call, recordingId)
    const next = await changeExisting(deps, activityId, (now, at) => recordingBegun(now, recordingId, at))
    // Stopped before the node began.
    const recording = recordingOf(next)
    if (recording?.id !== recordingId || recording.stage !== 'on') stopAtNode(deps, call, recordingId, recording?.reason ?? 'call_ended')
  } catch (err) {
    deps.log.warn({ err, activityId, recordingId }, 'recording could not begin')
    const reason = reasonOf(err)
    await changeExisting(deps, activityId, (now, at) => recordingStopped(now, recordingId, reason, at)).catch(() => undefined)
    await deps.doorbell.closeRecording({ recordingId, endedAt: deps.clock.now().toISOString(), reason }).catch(() => undefined)
  }
}

/** The switch `autoRecordVisits`: the visitor is still asked (docs/product/decisions.md, 19). */
async function askToRecord(deps: CallDeps, call: Call): Promise<void> {
  const { activityId } = call
  try {
    const { keptUntil, autoRecord } = await mayRecord(deps, call)
    if (!autoRecord) return
    await changeExisting(deps, activityId, (now, at) =>
      recordingOf(now) ? now : asked(now, { id: deps.newId(), keptUntil, counts: true }, at),
    )
  } catch (err) {
    // Recording is off, full, or not in the plan, as in each call of a free account: the preferences show that to the resident.
    const isRefused = err instanceof AppError && err.code !== 'unavailable'
    deps.log[isRefused ? 'debug' : 'warn']({ err, activityId }, 'call not recorded by itself')
  }
}
