/** The chat of a ring (docs/product/decisions.md, 16): over HTTP, and by the frames that the gateway forwards. */
import type { SomeHandlersOf } from '#kit/handlers.ts'
import { ringNamed, ringOfVisitor, ringWithChat, sideOf } from '../core/access.ts'
import { presentMessage } from '../core/views.ts'
import { writeMessage } from './write-message.ts'

type Names = 'messages' | 'write_as_resident' | 'write_as_visitor' | 'send_chat'

export function chatHandlers(deps: Parameters<typeof writeMessage>[0]): SomeHandlersOf<'doorbell', Names> {
  return {
    messages: async ({ input, caller }) => {
      await ringWithChat(deps, input.id, caller)
      return (await deps.messages.of(input.id)).map(presentMessage)
    },
    write_as_resident: async ({ input, caller }) => {
      await ringWithChat(deps, input.id, caller)
      return presentMessage(await writeMessage(deps, input.id, 'resident', { message: input.message, id: input.key }, caller))
    },
    write_as_visitor: async ({ input, caller }) => {
      await ringOfVisitor(deps, input.id, caller)
      return presentMessage(await writeMessage(deps, input.id, 'visitor', { message: input.message, id: input.key }, caller))
    },
    send_chat: async ({ input, caller }) => {
      const activityId = input.activityId ?? input.recipientId
      const side = sideOf(await ringNamed(deps, activityId), caller)
      if (side === 'resident') await ringWithChat(deps, activityId, caller)
      const { id, timestamp } = await writeMessage(deps, activityId, side, input, caller)
      return { frames: [{ type: 'chat_sent', id, activityId, timestamp: isoOf(input.timestamp) ?? timestamp.toISOString() }] }
    },
  }
}

/** `chat_sent` repeats the timestamp of the frame that it acknowledges, if that is a valid one. */
function isoOf(timestamp: string | undefined): string | undefined {
  const time = timestamp ? Date.parse(timestamp) : Number.NaN
  return Number.isNaN(time) || timestamp !== new Date(time).toISOString() ? undefined : timestamp
}
