/** One chat: header, messages, field. Used by the chat room and the call's drawer. */
import { XIcon } from '@phosphor-icons/react'
import type { ReactNode } from 'react'
import type { Activity } from '#proto/entities.ts'
import type { Chat } from '../../core/chat.ts'
import type { WritableStore } from '../../core/store.ts'
import { callTexts } from '../../core/texts/en-call.ts'
import { sharedTexts } from '../../core/texts/en-shared.ts'
import { useValue } from '../../core/use-value.ts'
import { doorOf } from '../../ui/activity-texts.ts'
import { isolate } from '../../ui/bidi.ts'
import { ErrorState, IconButton } from '../../ui/primitives.tsx'
import { clockTime } from '../../ui/time.ts'
import styles from './chat.module.css'
import { ChatLog } from './chat-log.tsx'
import { Composer } from './composer.tsx'
import { chatTexts } from './en-chat.ts'

const t = chatTexts

export type Conversation = {
  readonly activity: Activity
  readonly chat: Chat
  /** The text being typed. */
  readonly draft: WritableStore<string>
  readonly failed: boolean
  readonly onReload: () => void
}

type Props = Conversation & { readonly header: ReactNode; readonly focus: boolean; readonly quick: boolean }

/** Names the visitor of a chat; without a name "Visitor", while lists and rings say "Unknown visitor" (`visitorNameOf`). */
export const chatPartnerName = (activity: Pick<Activity, 'visitorName'>) => isolate(activity.visitorName?.trim() || t.visitorSays)

export function ChatPanel({ activity, chat, draft, failed, onReload, header, focus, quick }: Props) {
  const entries = useValue(chat.entries)
  return (
    <div className={styles.chat}>
      <header className={styles.head}>{header}</header>
      <ChatLog
        activity={activity}
        entries={entries}
        onRetry={chat.retry}
        errorState={failed ? <ErrorState text={t.failedToLoad} retry={sharedTexts.common.retry} onRetry={onReload} /> : null}
      />
      <Composer draft={draft} focus={focus} quick={quick} onSend={chat.send} />
    </div>
  )
}

/** The chat drawer of a call: a plain header with a close button. */
export function ChatDrawer({ onClose, ...conversation }: Conversation & { readonly onClose: () => void }) {
  const { activity } = conversation
  return (
    <ChatPanel
      {...conversation}
      focus
      quick={false}
      header={
        <>
          <div className={styles.who}>
            <h2>{callTexts.chatWith(chatPartnerName(activity))}</h2>
            <p>{t.rangAt(clockTime(activity.timestamp), doorOf(activity))}</p>
          </div>
          <IconButton look="sunken" label={callTexts.chatClose} onClick={onClose}>
            <XIcon size={20} aria-hidden />
          </IconButton>
        </>
      }
    />
  )
}
