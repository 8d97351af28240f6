/** One chat per activity, kept while the page lives: pending messages are sent even if its view is closed. */
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type Chat, createChat } from '../../core/chat.ts'
import { useValue } from '../../ui/use-value.ts'
import { api, clock, connection, outbox } from '../services.ts'

const chats = new Map<number, Chat>()

export function chatOf(activityId: number): Chat {
  const known = chats.get(activityId)
  if (known) return known
  const made = createChat({ activityId, side: 'resident', connection, api, clock, storage: sessionStorage })
  chats.set(activityId, made)
  return made
}

export function closeChats(): void {
  for (const chat of chats.values()) chat.close()
  chats.clear()
}

/** Messages on a visible screen are read: the server stops replaying them. */
function useReadReceipt(activityId: number, chat: Chat): void {
  const newest = useValue(chat.entries).findLast((entry) => !entry.isFromMe)?.id
  useEffect(() => {
    if (newest === undefined) return
    const sendReceipt = () => {
      if (document.visibilityState === 'visible') outbox.send({ type: 'receipt', activityId, state: 'read' })
    }
    sendReceipt()
    document.addEventListener('visibilitychange', sendReceipt)
    return () => document.removeEventListener('visibilitychange', sendReceipt)
  }, [newest, activityId])
}

/** The chat of this screen with its history, which is refetched whenever its view opens. */
export function useConversation(activityId: number) {
  const chat = chatOf(activityId)
  useReadReceipt(activityId, chat)
  const history = useQuery({
    queryKey: ['messages', activityId],
    queryFn: async () => {
      const messages = await api.call('doorbell.messages', { id: activityId })
      chat.merge(messages)
      return messages.length
    },
    refetchOnMount: 'always',
  })
  return { chat, failed: history.isError, onReload: () => void history.refetch() }
}
