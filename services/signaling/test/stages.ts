/** Reads fields that only some stages of a call have. */
import { type Call, type ConnectedCall, isLive, type LiveCall, type OpenCall } from '../src/domain/call.ts'

const wrong = (call: Call) => new Error(`the call is ${call.stage}`)

export function openCall(call: Call): OpenCall {
  if (call.stage === 'ended') throw wrong(call)
  return call
}

export function liveCall(call: Call): LiveCall {
  if (!isLive(call)) throw wrong(call)
  return call
}

export function connectedCall(call: Call): ConnectedCall {
  if (call.stage !== 'connected') throw wrong(call)
  return call
}
