/** Shown for a call that this browser cannot join: the reason, and the chat. */
import type { VisitWithChat } from '#proto/entities.ts'
import { callTexts } from '../../core/texts/en-call.ts'
import type { VisitorPage } from '../page/visitor-page.ts'
import { VisitorChatPanel } from '../panels/chat-panel.tsx'
import { DoorHeader } from '../parts/door-header.tsx'
import { Note } from '../parts/note.tsx'

type NoCallProps = { readonly page: VisitorPage; readonly visit: VisitWithChat; readonly label: string | undefined; readonly text: string }

export function NoCall({ page, visit, label, text }: NoCallProps) {
  const end = (
    <button type="button" className="btn sm" onClick={page.hangUp}>
      {callTexts.end}
    </button>
  )
  return (
    <main className="door has-chat">
      <DoorHeader label={label} isSmall clock={page.clock} />
      <div className="pane holds-chat">
        <Note icon="phone-disconnect" text={text} />
        <VisitorChatPanel page={page} visit={visit} aside={end} />
      </div>
    </main>
  )
}
