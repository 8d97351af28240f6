/** The chat of one activity, for its views. */
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Chat } from '../../core/chat.ts'
import { isPageVisible, onVisibilityChange } from '../../core/page-events.ts'
import { useServices } from '../../core/services.ts'
import { useValue } from '../../core/use-value.ts'

/** Messages on a visible screen are read: the server stops replaying them. */
function useReadReceipt(activityId: number, chat: Chat): void {
  const { outbox } = useServices()
  const newest = useValue(chat.entries).findLast((entry) => !entry.isFromMe)?.id
  useEffect(() => {
    if (newest === undefined) return
    const sendReceipt = () => {
      if (isPageVisible()) outbox.send({ type: 'receipt', activityId, state: 'read' })
    }
    sendReceipt()
    return onVisibilityChange(sendReceipt)
  }, [newest, activityId, outbox])
}

/** The chat of this screen with its history, which is refetched whenever its view opens. */
export function useConversation(activityId: number) {
  const { api, chats } = useServices()
  const chat = chats.of(activityId)
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
  return { chat, draft: chats.draftOf(activityId), failed: history.isError, onReload: () => void history.refetch() }
}
