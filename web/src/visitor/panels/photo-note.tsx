/** "Photo not sent", with Retry: the ring was over before the photo arrived, or it was refused. */
import { callTexts } from '../../core/texts/en-call.ts'
import { useValue } from '../../core/use-value.ts'
import { visitorTexts } from '../en-visitor.ts'
import type { VisitorPage } from '../page/visitor-page.ts'

export function PhotoNote({ page }: { readonly page: VisitorPage }) {
  const { visit, screen } = useValue(page.state)
  const photo = useValue(page.photo.current)
  const delivery = useValue(page.photo.delivery)
  if (!visit || visit.photoUrl || screen.at === 'form' || !photo || delivery !== 'failed') return null
  return (
    <div className="note amber" role="alert">
      <img className="ph" src={photo.url} alt={visitorTexts.form.yourPhoto} width="52" height="52" />
      <p>
        <strong>{visitorTexts.photoNotSent}</strong>
        <button type="button" className="link" onClick={() => page.sendPhoto?.()}>
          {callTexts.chatRetry}
        </button>
      </p>
    </div>
  )
}
