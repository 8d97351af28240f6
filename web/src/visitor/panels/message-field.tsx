/** The message field, and the visitor's own messages with their delivery states. */
import { type FormEvent, type KeyboardEvent, useEffect, useRef } from 'react'
import type { VisitWithChat } from '#proto/entities.ts'
import { FIELD } from '#proto/limits.ts'
import type { ChatEntry } from '../../core/chat-entries.ts'
import { constantStore } from '../../core/store.ts'
import { callTexts } from '../../core/texts/en-call.ts'
import { useValue } from '../../core/use-value.ts'
import { isEnter } from '../../ui/keys.ts'
import type { ShownChat } from '../page/unhydrated-chat.ts'
import type { VisitorPage } from '../page/visitor-page.ts'
import { FileInput } from '../parts/file-input.tsx'
import { Icon } from '../parts/icon.tsx'
import { useHydrated } from '../parts/use-hydrated.ts'

const NOTHING = constantStore<readonly ChatEntry[]>([])

export function useEntries(page: VisitorPage): { readonly chat: ShownChat | null; readonly entries: readonly ChatEntry[] } {
  const chat = useValue(page.chat.current)
  return { chat, entries: useValue(chat?.entries ?? NOTHING) }
}

type MessageFieldProps = {
  readonly page: VisitorPage
  readonly visit: VisitWithChat
  readonly autoFocus?: boolean
  /** Offers a photo with the message; with script it has a separate row. */
  readonly takesPhoto?: boolean
}

/**
 * Enter sends, Shift+Enter breaks the line (docs/product/specification.md, 5). The field is uncontrolled; without script the form is
 * posted.
 */
export function MessageField({ page, visit, autoFocus, takesPhoto }: MessageFieldProps) {
  const { draft } = page.chat
  const field = useRef<HTMLTextAreaElement>(null)
  const text = useValue(draft)
  const isEmpty = !text.trim()
  const isHydrated = useHydrated()
  function send(): void {
    if (page.chat.send?.(field.current?.value ?? '') && field.current) field.current.value = ''
  }
  function submit(event: FormEvent): void {
    event.preventDefault()
    send()
  }
  function key(event: KeyboardEvent): void {
    if (!isEnter(event) || event.shiftKey) return
    event.preventDefault()
    send()
  }
  useEffect(() => {
    // Typed before the page was hydrated.
    if (field.current) draft.set(field.current.value)
    if (autoFocus) field.current?.focus()
  }, [draft, autoFocus])
  useEffect(() => {
    // Typed before a reload, found once the page is hydrated.
    if (field.current && !field.current.value) field.current.value = text
  }, [text])
  return (
    <form className="send" method="post" action={page.action} encType="multipart/form-data" onSubmit={submit}>
      <input type="hidden" name="action" value="message" />
      <input type="hidden" name="visitId" value={visit.id} />
      <input type="hidden" name="idempotencyKey" value={page.start.key} />
      <textarea
        ref={field}
        name="message"
        rows={1}
        defaultValue={draft.get()}
        maxLength={FIELD.chatMessage}
        required
        aria-label={callTexts.chatPlaceholder}
        placeholder={callTexts.chatPlaceholder}
        enterKeyHint="send"
        onInput={(event) => draft.set(event.currentTarget.value)}
        onKeyDown={key}
      />
      <button type="submit" aria-label={callTexts.chatSend} disabled={isHydrated && isEmpty}>
        <Icon name="paper-plane-right-fill" />
      </button>
      {takesPhoto && (
        <div className="nojs">
          <FileInput />
        </div>
      )}
    </form>
  )
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
          <EntryState entry={entry} onRetry={() => chat?.retry?.(entry.id)} />
        </li>
      ))}
    </ul>
  )
}

export function EntryState({ entry, onRetry }: { readonly entry: ChatEntry; readonly onRetry: () => void }) {
  if (entry.state !== 'failed') return <small>{callTexts.chatState[entry.state]}</small>
  return (
    <small className="err" role="alert">
      <span>{`${entry.error ?? callTexts.chatState.failed} `}</span>
      <button type="button" className="link" onClick={onRetry}>
        {callTexts.chatRetry}
      </button>
    </small>
  )
}
