/** Residents on their sockets: those who answer rings and chats, and idle ones. */
import exec from 'k6/execution'
import { setTimeout } from 'k6/timers'
import type { WebSocket } from 'k6/websockets'
import type { LoadAccount } from '../account-set.ts'
import { expectStatus, type Frame, metrics, observe, openSocket, sendBeside, untilEnd } from './context.ts'
import { populationOf, type Registered } from './population.ts'
import { ANSWER_MS, readRing, readText, writeText } from './texts.ts'

const RECONNECT_MS = 1_000

/** One virtual user holds the sockets of several residents until the test ends. */
export function residents(registered?: Registered): void {
  const { answering, users, account } = populationOf(registered)
  hold(nthOf(0, answering, users.answering), account, answer)
}

export function idle(registered?: Registered): void {
  const { answering, idle: count, users, account } = populationOf(registered)
  hold(nthOf(answering, count, users.idle), account, () => undefined)
}

/** @returns those of `count` accounts that fall on this virtual user, if each of `users` gets every n-th */
function nthOf(first: number, count: number, users: number): number[] {
  const from = exec.scenario.iterationInInstance % users
  return Array.from({ length: Math.ceil((count - from) / users) }, (_one, index) => first + from + index * users)
}

type OnFrame = (account: LoadAccount, frame: Frame, socket: WebSocket) => void

function hold(nths: readonly number[], accountAt: (nth: number) => LoadAccount | undefined, onFrame: OnFrame): void {
  for (const nth of nths) {
    const account = accountAt(nth)
    if (account) keepOpen(account, onFrame)
  }
  // A user without residents of its own also waits for the end.
  setTimeout(() => undefined, untilEnd())
}

function keepOpen(account: LoadAccount, onFrame: OnFrame): void {
  if (untilEnd() < RECONNECT_MS) return
  let over = false
  const socket = openSocket(
    { type: 'register', userId: account.id },
    account.cookie,
    (frame, open) => onFrame(account, frame, open),
    () => {
      over = true
      observe(metrics.socketsKept, 'socket stays open', false)
      setTimeout(() => keepOpen(account, onFrame), RECONNECT_MS)
    },
  )
  setTimeout(() => {
    if (over) return
    observe(metrics.socketsKept, 'socket stays open', true)
    socket.close()
  }, untilEnd())
}

/** As the resident's page: receipts, an answer after a moment, and a reply to every message. */
function answer(account: LoadAccount, frame: Frame, socket: WebSocket): void {
  const { type, activityId, message = '' } = frame
  if (type === 'doorbell_ring') {
    const ring = readRing(message)
    if (!ring) return
    metrics.ringFrame.add(Date.now() - ring.sent)
    for (const state of ['delivered', 'seen']) socket.send(JSON.stringify({ type: 'receipt', activityId, state }))
    setTimeout(() => void handle(account, activityId ?? 0, ring.wants), ANSWER_MS)
  }
  if (type === 'chat_message') {
    const sent = readText('visitor', message)
    if (sent === undefined) return
    metrics.chatFrame.add(Date.now() - sent)
    socket.send(JSON.stringify({ type: 'chat_message', recipientId: activityId, message: writeText('resident') }))
  }
}

async function handle(account: LoadAccount, id: number, wants: 'chat' | 'answer'): Promise<void> {
  const handledType = wants === 'chat' ? 'message' : 'dismissed'
  expectStatus('answer', await sendBeside('answer', 'PUT', `/api/activities/${id}/handle`, { handledType }, account.cookie), 200)
}
