/**
 * A ring without script at a door under pressure (record 0042): the page reloads itself until the address has its turn, and the ring
 * is placed from the typed text, which is kept in a signed cookie.
 */
import type { Request, Response } from 'express'
import { signToken, verifyToken } from '#kit/tokens.ts'
import { RING_PRESSURE } from '#proto/limits.ts'
import { RingWork } from '#proto/ring-proof.ts'
import { RingTurnClaims } from '#proto/tokens.ts'
import type { PageState } from '#proto/visitor-page.ts'
import { turnCookie } from '../domain/cookies.ts'
import type { Identified } from './caller.ts'
import { type Done, RingWaits, ringOrWait, withKey } from './visitor-form.ts'
import { sendPage, setRetryAfter, type VisitorPageDeps } from './visitor-send.ts'

const KEPT_SECONDS = (RING_PRESSURE.turnAfter + RING_PRESSURE.turnLife) / 1000
/** Seconds: long enough to read the page, short enough for a turn that comes earlier on another copy. */
const LONGEST_REFRESH = 15

export type WaitingRing = Pick<RingTurnClaims, 'key' | 'from' | 'input'>

/** @returns the ring of this browser that waits at this door */
export function waitingRing({ visitorKeys, clock }: VisitorPageDeps, { jar }: Identified, qrCodeId: string): WaitingRing | undefined {
  const claims = jar.turn === undefined ? undefined : verifyToken(visitorKeys, RingTurnClaims, jar.turn, clock.now())
  return claims?.input.qrCodeId === qrCodeId ? claims : undefined
}

export function forgetWaitingRing({ style }: Identified, response: Response): void {
  response.append('Set-Cookie', turnCookie('', 0, style))
}

type Shown = { readonly who: Identified; readonly status: number; readonly qrCodeId: string; readonly from: number }

async function sendTurnPage(deps: VisitorPageDeps, response: Response, shown: Shown, work?: Extract<PageState, { page: 'turn' }>['work']) {
  const { who, status, qrCodeId, from } = shown
  const now = deps.clock.now()
  const seconds = Math.min(LONGEST_REFRESH, Math.max(1, Math.ceil((from - now.getTime()) / 1000)))
  response.set('Refresh', `${seconds}; url=/visitor/${encodeURIComponent(qrCodeId)}`)
  await sendPage(deps, response, { who, status, state: { page: 'turn', now: now.toISOString(), qrCodeId, work: work ?? null } })
}

/**
 * Keeps the ring for its turn, and shows the waiting page.
 * @param fields of the form that was posted; a page with script posts them again with a proof
 */
export async function keepForTurn(
  deps: VisitorPageDeps,
  response: Response,
  who: Identified,
  { appError, input, key }: RingWaits,
  fields: Readonly<Record<string, string>>,
): Promise<void> {
  const now = deps.clock.now()
  const from = now.getTime() + (appError.retryAfterSeconds ?? 0) * 1000
  const claims: RingTurnClaims = { use: 'ring_turn', key, from, input }
  response.append('Set-Cookie', turnCookie(signToken(deps.visitorKeys, claims, KEPT_SECONDS, now), KEPT_SECONDS, who.style))
  setRetryAfter(response, appError)
  const work = { ...RingWork.parse(appError.params), fields }
  await sendTurnPage(deps, response, { who, status: 429, qrCodeId: String(input.qrCodeId), from }, work)
}

/**
 * Rings if the turn has come, else shows the page again.
 * @returns the result of the ring; undefined if the page was sent @throws AppError of a ring that was refused for another reason
 */
export async function takeTurn(
  deps: VisitorPageDeps,
  request: Request,
  response: Response,
  who: Identified,
  { key, from, input }: WaitingRing,
): Promise<Done | undefined> {
  const qrCodeId = String(request.params.qrCodeId)
  if (deps.clock.now().getTime() < from) return void (await sendTurnPage(deps, response, { who, status: 200, qrCodeId, from }))
  try {
    return await ringOrWait(deps, input, withKey(who, key))
  } catch (error) {
    if (!(error instanceof RingWaits)) throw error
    return void (await keepForTurn(deps, response, who, error, {}))
  }
}
