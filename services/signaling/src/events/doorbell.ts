import type { EventHandlers } from '#kit/events.ts'
import { onHandled, onRingEnded, onRung } from '../domain/answer/rings.ts'
import type { CallDeps } from '../domain/ports.ts'

export const onDoorbell = (deps: CallDeps): EventHandlers<'doorbell'> => ({
  rung: ({ data }) => onRung(deps, data),
  handled: ({ data }) => onHandled(deps, data),
  ended: ({ data }) => onRingEnded(deps, data),
})
