/** Visitors: they open the page, ring, and wait for an answer on a socket; those who chat write a few messages. */
import { sleep } from 'k6'
import exec from 'k6/execution'
import { clearTimeout, setTimeout } from 'k6/timers'
import type { WebSocket } from 'k6/websockets'
import { expectStatus, type Frame, metrics, observe, openSocket, ownCookies, send } from './context.ts'
import { populationOf, type Registered } from './population.ts'
import { ANSWER_MS, readText, writeRing, writeText } from './texts.ts'

const FILLS_FORM_SECONDS = 1
/** A visit without an answer, or a chat that is not over by then, has failed. */
const PATIENCE_MS = 15_000
const MESSAGES = 5
const WRITES_EVERY_MS = 1_000

/** Doors in turn, so that the rings of one stay below its limit. */
function nextDoor(registered: Registered | undefined): string {
  const { answering, account } = populationOf(registered)
  return account(exec.scenario.iterationInInstance % answering)?.qrCodeId ?? ''
}

export function visitors(registered?: Registered): void {
  const door = nextDoor(registered)
  if (!expectStatus('page', send('page', 'GET', `/visitor/${door}`), 200)) return
  sleep(FILLS_FORM_SECONDS)
  const ring = ringAt(door, 'answer')
  if (ring) follow(ring, { onAnswer: (_socket, leave) => leave(), onText: () => undefined, onGone: () => undefined })
}

/** Writes a message a second, to each of which the resident replies. */
export function chat(registered?: Registered): void {
  const ring = ringAt(nextDoor(registered), 'chat')
  if (!ring) return
  let replies = 0
  let leaveChat: () => void = () => undefined
  const count = () => {
    for (let index = 0; index < MESSAGES; index += 1) observe(metrics.messagesArrived, 'message arrives', index < replies)
  }
  follow(ring, {
    onAnswer: (socket, leave) => {
      leaveChat = leave
      const frame = () => ({ type: 'chat_message', recipientId: ring.id, message: writeText('visitor') })
      for (let index = 0; index < MESSAGES; index += 1) setTimeout(() => socket.send(JSON.stringify(frame())), index * WRITES_EVERY_MS)
    },
    onText: (sent) => {
      metrics.chatFrame.add(Date.now() - sent)
      replies += 1
      if (replies < MESSAGES) return
      count()
      leaveChat()
    },
    onGone: count,
  })
}

type Ring = { readonly id: number; readonly sent: number }

function ringAt(door: string, wants: 'chat' | 'answer'): Ring | undefined {
  const sent = Date.now()
  const answer = send('ring', 'POST', `/api/doorbell/ring/${door}`, { visitorName: 'Load Visitor', message: writeRing(wants) })
  const accepted = expectStatus('ring', answer, 201)
  metrics.ringsAccepted.add(accepted)
  return accepted ? { id: (JSON.parse(answer.body ?? '') as { id: number }).id, sent } : undefined
}

type Visit = {
  readonly onAnswer: (socket: WebSocket, leave: () => void) => void
  /** The resident's message, with the time at which it was sent. */
  readonly onText: (sent: number) => void
  /** The visit is over before it was left: the socket is lost, or the time is up. */
  readonly onGone: () => void
}

/** Waits on a socket for the answer, and follows the chat until the visit is left. */
function follow(ring: Ring, visit: Visit): void {
  let answered = false
  let delivered = false
  const gone = (why: string) => {
    clearTimeout(deadline)
    if (!answered) observe(metrics.visitsAnswered, 'visitor sees the answer', false)
    metrics.errors.add(1, { step: answered ? 'chat' : 'visit', code: why })
    visit.onGone()
  }
  const leave = () => {
    clearTimeout(deadline)
    socket.close()
  }
  const deadline = setTimeout(() => {
    gone('not over in time')
    socket.close()
  }, PATIENCE_MS)
  const onFrame = (frame: Frame, open: WebSocket) => {
    const sent = frame.type === 'chat_message' ? readText('resident', frame.message ?? '') : undefined
    if (sent !== undefined) visit.onText(sent)
    if (frame.type === 'visit_changed' && frame.visit?.delivered && !delivered) {
      delivered = true
      metrics.ringReceipt.add(Date.now() - ring.sent)
    }
    if (frame.type !== 'call_response' || answered) return
    answered = true
    metrics.answerRound.add(Math.max(0, Date.now() - ring.sent - ANSWER_MS))
    observe(metrics.visitsAnswered, 'visitor sees the answer', true)
    visit.onAnswer(open, leave)
  }
  const socket = openSocket({ type: 'register_visitor', activityId: ring.id }, ownCookies(), onFrame, () => gone('socket lost'))
}
