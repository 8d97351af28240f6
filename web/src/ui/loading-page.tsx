import { sharedTexts } from '../core/texts/en-shared.ts'
import { CentrePage, Spinner } from './primitives.tsx'

/** Shown until the page's data is known. */
export function LoadingPage() {
  return (
    <CentrePage>
      <Spinner label={sharedTexts.common.loading} />
    </CentrePage>
  )
}
