/** "Communication Error": what the house said of this visit and no panel speaks of. */
import { visitorTexts } from '../../core/texts/en-visitor.ts'
import { useValue } from '../../ui/use-value.ts'
import type { VisitorPage } from '../page/visitor-page.ts'
import { Note } from '../parts/note.tsx'

export function ProblemNote({ page }: { readonly page: VisitorPage }) {
  const notice = useValue(page.notices.current)
  if (notice?.kind !== 'problem') return null
  return (
    <Note icon="warning-circle-fill" title={visitorTexts.communicationError.title} tone="amber">
      {notice.text}
    </Note>
  )
}
