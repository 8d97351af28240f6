/** One conversation per activity, kept while the page lives: what is being sent goes on being sent when its view is closed. */
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type Chat, createChat } from '../../core/chat.ts'
import { useValue } from '../../ui/use-value.ts'
import { api, connection, outbox } from '../services.ts'

const chats = new Map<number, Chat>()

export function chatOf(activityId: number): Chat {
  const known = chats.get(activityId)
  if (known) return known
  const made = createChat({ activityId, side: 'resident', connection, api, storage: sessionStorage })
  chats.set(activityId, made)
  return made
}

export function forgetChats(): void {
  for (const chat of chats.values()) chat.close()
  chats.clear()
}

/** What stands on a screen that is looked at is read: the house replays it no more. */
function useReadReceipt(activityId: number, chat: Chat): void {
  const newest = useValue(chat.entries).findLast((entry) => !entry.isFromMe)?.id
  useEffect(() => {
    if (newest === undefined) return
    const tell = () => {
      if (document.visibilityState === 'visible') outbox.send({ type: 'receipt', activityId, state: 'read' })
    }
    tell()
    document.addEventListener('visibilitychange', tell)
    return () => document.removeEventListener('visibilitychange', tell)
  }, [newest, activityId])
}

/** The conversation on this screen, with its history, fetched again whenever its view opens. */
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
