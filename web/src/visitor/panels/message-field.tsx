/** The message field, and the visitor's own messages with their delivery states. */
import type { FormEvent, KeyboardEvent } from 'react'
import { FIELD } from '#proto/limits.ts'
import type { Chat, ChatEntry } from '../../core/chat.ts'
import { createStore } from '../../core/store.ts'
import { callTexts } from '../../core/texts/en-call.ts'
import { useValue } from '../../ui/use-value.ts'
import type { VisitorPage } from '../page/visitor-page.ts'
import { Icon } from '../parts/icon.tsx'

const NOTHING = createStore<readonly ChatEntry[]>([])

export function useEntries(page: VisitorPage): { readonly chat: Chat | null; readonly entries: readonly ChatEntry[] } {
  const chat = useValue(page.chat.current)
  return { chat, entries: useValue(chat?.entries ?? NOTHING) }
}

/** Enter sends, Shift+Enter breaks the line (spec section 5). */
export function MessageField({ page, autoFocus }: { readonly page: VisitorPage; readonly autoFocus?: boolean }) {
  const { draft } = page.chat
  const text = useValue(draft)
  const send = () => void page.chat.send(text)
  function submit(event: FormEvent): void {
    event.preventDefault()
    send()
  }
  function key(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }
  return (
    <form className="send" onSubmit={submit}>
      <textarea
        ref={autoFocus ? focusOnce : undefined}
        rows={1}
        value={text}
        maxLength={FIELD.chatMessage}
        aria-label={callTexts.chatPlaceholder}
        placeholder={callTexts.chatPlaceholder}
        enterKeyHint="send"
        onChange={(event) => draft.set(event.currentTarget.value)}
        onKeyDown={key}
      />
      <button type="submit" aria-label={callTexts.chatSend} disabled={!text.trim()}>
        <Icon name="paper-plane-right-fill" />
      </button>
    </form>
  )
}

function focusOnce(field: HTMLTextAreaElement | null): void {
  field?.focus()
}

/** The visitor's own messages with their states, while no chat is open. */
export function OwnEntries({ page }: { readonly page: VisitorPage }) {
  const { chat, entries } = useEntries(page)
  const own = entries.filter((entry) => entry.isFromMe)
  if (own.length === 0) return null
  return (
    <ul className="own">
      {own.map((entry) => (
        <li key={entry.id}>
          <span className="bub mine">{entry.message}</span>
          <EntryState entry={entry} onRetry={() => chat?.retry(entry.id)} />
        </li>
      ))}
    </ul>
  )
}

export function EntryState({ entry, onRetry }: { readonly entry: ChatEntry; readonly onRetry: () => void }) {
  if (entry.state !== 'failed') return <small>{callTexts.chatState[entry.state]}</small>
  return (
    <small className="err" role="alert">
      {entry.error ?? callTexts.chatState.failed}{' '}
      <button type="button" className="link" onClick={onRetry}>
        {callTexts.chatRetry}
      </button>
    </small>
  )
}
