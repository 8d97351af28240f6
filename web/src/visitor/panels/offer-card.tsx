/** A late call back: "The resident is calling" (docs/product/states.md). */
import { visitorTexts } from '../en-visitor.ts'
import type { VisitorPage } from '../page/visitor-page.ts'
import { Icon } from '../parts/icon.tsx'

export function OfferCard({ page }: { readonly page: VisitorPage }) {
  const texts = visitorTexts.lateCall
  return (
    <div className="offer" role="alert">
      <p>
        <Icon name="video-camera" />
        <strong>{texts.title}</strong>
      </p>
      <div className="bar two">
        <button type="button" className="btn go" onClick={page.join}>
          {texts.join}
        </button>
        <button type="button" className="btn line" onClick={page.stay}>
          {texts.stay}
        </button>
      </div>
    </div>
  )
}
