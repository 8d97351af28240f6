import { visitorTexts } from '../en-visitor.ts'
import type { VisitorPage } from '../page/visitor-page.ts'
import { Icon } from '../parts/icon.tsx'

type WriteButtonProps = { readonly page: VisitorPage; readonly className: string }

/** Opens the message field; without script the page comes back with it open (`?write=1`). */
export function WriteButton({ page, className }: WriteButtonProps) {
  return (
    <button
      type="submit"
      name="write"
      value="1"
      formMethod="get"
      formNoValidate
      className={className}
      onClick={(event) => {
        event.preventDefault()
        page.dispatch?.({ type: 'writing', open: true })
      }}
    >
      <Icon name="chat-circle-dots" />
      <span>{visitorTexts.waiting.leaveMessage}</span>
    </button>
  )
}
