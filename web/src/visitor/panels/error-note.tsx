/** "Communication Error": an error of this visit that no panel shows. */

import { useValue } from '../../core/use-value.ts'
import { visitorTexts } from '../en-visitor.ts'
import type { VisitorPage } from '../page/visitor-page.ts'
import { Note } from '../parts/note.tsx'

export function ErrorNote({ page }: { readonly page: VisitorPage }) {
  const toast = useValue(page.toasts.current)
  if (toast?.kind !== 'error') return null
  return <Note icon="warning-circle-fill" title={visitorTexts.communicationError.title} tone="amber" text={toast.text} />
}
