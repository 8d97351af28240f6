/** The page of an invite's guest (docs/product/decisions.md, 30): Join and what the call needs, or why it cannot be joined. */
import type { FormEvent } from 'react'
import { useValue } from '../../core/use-value.ts'
import { visitorTexts } from '../en-visitor.ts'
import type { VisitorPage } from '../page/visitor-page.ts'
import { DelayNote } from '../parts/delay-note.tsx'
import { ErrorLine } from '../parts/error-line.tsx'
import { Panel } from './panel.tsx'

export function InvitePanel({ page }: { readonly page: VisitorPage }) {
  const { visit, screen } = useValue(page.state)
  const isOpen = !visit && screen.at !== 'inactive' && page.start.page === 'invite'
  return isOpen ? <OpenInvite page={page} /> : <Panel icon="video-camera" {...visitorTexts.invite.used} />
}

function OpenInvite({ page }: { readonly page: VisitorPage }) {
  const { ringing, failure } = useValue(page.state)
  const texts = visitorTexts.invite
  const isBusy = ringing !== 'no'
  function submit(event: FormEvent): void {
    event.preventDefault()
    page.joinInvite?.()
  }
  return (
    <Panel icon="video-camera" isBlue title={texts.title} text={texts.text}>
      <p>{texts.needs}</p>
      <ErrorLine text={failure?.message} />
      <DelayNote ringing={ringing} />
      <form className="act" method="post" action={page.action} onSubmit={submit}>
        <input type="hidden" name="idempotencyKey" value={page.start.key} />
        <button type="submit" name="action" value="join" className="btn go" disabled={isBusy}>
          {isBusy ? texts.joining : texts.join}
        </button>
      </form>
    </Panel>
  )
}
