import type { VisitWithChat } from '#proto/entities.ts'
import type { Chat } from '../../core/chat.ts'
import { merged } from '../../core/chat-entries.ts'
import { constantStore } from '../../core/store.ts'

/** @returns the chat of a rendered page: its messages, until the browser's own chat takes its place */
export const stillChat = ({ messages }: Pick<VisitWithChat, 'messages'>): Chat => ({
  entries: constantStore(merged([], messages, 'visitor')),
  send: () => false,
  retry: () => undefined,
  merge: () => undefined,
  close: () => undefined,
})
