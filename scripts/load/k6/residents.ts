/** Residents on their sockets: those who answer rings and chats, and idle ones. */
import exec from 'k6/execution'
import { setTimeout } from 'k6/timers'
import type { WebSocket } from 'k6/websockets'
import type { LoadAccount } from '../plan.ts'
import { accounts, expectStatus, type Frame, metrics, openSocket, plan, sendBeside, untilEnd } from './context.ts'
import { ANSWER_MS, readRing, readText, writeText } from './texts.ts'

const RECONNECT_MS = 1_000

/** One virtual user holds the sockets of several residents until the test ends. */
export function residents(): void {
  hold(0, plan.answering, answer)
}

export function idle(): void {
  hold(plan.answering, plan.idle, () => undefined)
}

type OnFrame = (account: LoadAccount, frame: Frame, socket: WebSocket) => void

function hold(first: number, count: number, onFrame: OnFrame): void {
  const from = exec.scenario.iterationInTest * plan.socketsPerUser
  for (let index = from; index < Math.min(count, from + plan.socketsPerUser); index += 1) {
    const account = accounts[first + index]
    if (account) keepOpen(account, onFrame)
  }
  // A user whose residents all belong to others also waits for the end.
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
      metrics.socketsKept.add(false)
      setTimeout(() => keepOpen(account, onFrame), RECONNECT_MS)
    },
  )
  setTimeout(() => {
    if (over) return
    metrics.socketsKept.add(true)
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
