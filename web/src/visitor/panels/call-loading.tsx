/** Shown while the call's view loads; without script, the chat: a call needs script. */
import type { VisitWithChat } from '#proto/entities.ts'
import { callTexts } from '../../core/texts/en-call.ts'
import type { VisitorPage } from '../page/visitor-page.ts'
import { SeeAndErase } from '../parts/tabs.tsx'
import { VisitorChatPanel } from './chat-panel.tsx'

export function CallLoading({ page, visit }: { readonly page: VisitorPage; readonly visit: VisitWithChat }) {
  return (
    <>
      <section className="pane js">
        <div className="card v" role="status">
          <h2>{callTexts.connecting}</h2>
          <button type="button" className="btn" onClick={page.hangUp}>
            {callTexts.end}
          </button>
        </div>
      </section>
      <VisitorChatPanel page={page} visit={visit} className="nojs" foot={<SeeAndErase qrCodeId={visit.qrCodeId} />} />
    </>
  )
}
