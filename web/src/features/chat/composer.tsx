/** The message field: Enter sends, Shift+Enter breaks the line, whitespace alone is not sent (docs/product/specification.md, 5). */
import { PaperPlaneRightIcon } from '@phosphor-icons/react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { FIELD } from '#proto/limits.ts'
import type { WritableStore } from '../../core/store.ts'
import { callTexts } from '../../core/texts/en-call.ts'
import { useValue } from '../../core/use-value.ts'
import { isEnter } from '../../ui/keys.ts'
import { useBar } from '../../ui/use-bar.ts'
import styles from './chat.module.css'
import { chatTexts } from './en-chat.ts'

const t = chatTexts

type Props = {
  readonly draft: WritableStore<string>
  readonly focus: boolean
  readonly quick: boolean
  /** @returns whether the text was accepted. */
  readonly onSend: (text: string) => boolean
}

export function Composer({ draft, focus, quick, onSend }: Props) {
  const text = useValue(draft)
  const field = useRef<HTMLTextAreaElement>(null)
  const blank = text.trim() === ''
  useEffect(() => {
    if (focus && window.matchMedia('(min-width: 900px)').matches) field.current?.focus()
  }, [focus])
  const send = () => {
    if (!blank && onSend(text)) draft.set('')
    field.current?.focus()
  }
  const onKey = (event: KeyboardEvent) => {
    if (!isEnter(event) || event.shiftKey) return
    event.preventDefault()
    send()
  }
  return (
    <>
      {quick ? (
        <ul className={styles.quick} aria-label={t.quickLabel}>
          {t.quick.map((reply) => (
            <li key={reply}>
              <button type="button" onClick={() => onSend(reply)}>
                {reply}
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      <form
        ref={useBar()}
        className={styles.send}
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        <textarea
          ref={field}
          rows={1}
          value={text}
          placeholder={callTexts.chatPlaceholder}
          aria-label={callTexts.chatPlaceholder}
          maxLength={FIELD.chatMessage}
          onChange={(event) => draft.set(event.target.value)}
          onKeyDown={onKey}
        />
        <button type="submit" aria-label={callTexts.chatSend} aria-disabled={blank}>
          <PaperPlaneRightIcon size={22} weight="fill" aria-hidden />
        </button>
      </form>
    </>
  )
}
