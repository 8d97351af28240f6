import type { VisitWithChat } from '#proto/entities.ts'
import type { Chat } from '../../core/chat.ts'
import { merged } from '../../core/chat-entries.ts'
import { constantStore } from '../../core/store.ts'

/** Until the browser's own chat takes its place it has the entries alone. */
export type ShownChat = Pick<Chat, 'entries'> & Partial<Chat>

/** @returns the messages that the page was rendered with, shown until the browser's own chat takes their place */
export const unhydratedChat = ({ messages }: Pick<VisitWithChat, 'messages'>): ShownChat => ({
  entries: constantStore(merged([], messages, 'visitor')),
})
