/** The resident's operations on activities and their chat (spec section 7). */
import type { SomeHandlersOf } from '#kit/handlers.ts'
import { ringWithChat } from '../core/access.ts'
import { presentActivity, presentMessage } from '../core/views.ts'
import { answerKindOf, answerRing } from './answer-ring.ts'
import { type HandleDeps, keepRing, markHandled } from './mark-handled.ts'
import { type ChatDeps, writeMessage } from './write-message.ts'

export type ActivityDeps = ChatDeps & HandleDeps

export function activities(deps: ActivityDeps): SomeHandlersOf<'doorbell', 'handle' | 'mark_handled' | 'messages' | 'write_as_resident'> {
  const { clock } = deps
  return {
    handle: async ({ input, caller }) => {
      const { ring } = await answerRing(deps, input.id, answerKindOf(input.handledType), caller)
      return presentActivity(ring, clock.now())
    },
    mark_handled: async ({ input, caller }) => {
      const kept = input.keep === undefined ? undefined : await keepRing(deps, input.id, input.keep, caller)
      return presentActivity(input.isHandled || !kept ? await markHandled(deps, input.id, caller) : kept, clock.now())
    },
    messages: async ({ input, caller }) => {
      await ringWithChat(deps, input.id, caller)
      return (await deps.messages.of(input.id)).map(presentMessage)
    },
    write_as_resident: async ({ input, caller }) => {
      await ringWithChat(deps, input.id, caller)
      return presentMessage(await writeMessage(deps, input.id, 'resident', { message: input.message, id: input.key }, caller))
    },
  }
}
