import { useEffect } from 'react'
import { sharedTexts } from '../core/texts/en-shared.ts'

/** Sets the tab's title while a page is open. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${sharedTexts.common.product}`
  }, [title])
}
