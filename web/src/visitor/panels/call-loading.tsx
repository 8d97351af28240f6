/** Shown while the call view loads. */
import { callTexts } from '../../core/texts/en-call.ts'
import type { VisitorPage } from '../page/visitor-page.ts'

export function CallLoading({ page }: { readonly page: VisitorPage }) {
  return (
    <main className="door">
      <section className="pane">
        <div className="card v" role="status">
          <h2>{callTexts.connecting}</h2>
          <button type="button" className="btn" onClick={page.hangUp}>
            {callTexts.end}
          </button>
        </div>
      </section>
    </main>
  )
}
