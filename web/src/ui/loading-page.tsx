import { sharedTexts } from '../core/texts/en-shared.ts'
import { CentrePage, Spinner } from './primitives.tsx'

/** Shown until what the page needs is known. */
export function LoadingPage() {
  return (
    <CentrePage>
      <Spinner label={sharedTexts.common.loading} />
    </CentrePage>
  )
}
