import { useEffect } from 'react'
import { residentTexts } from '../core/texts/en-shared.ts'

/** Sets the tab's title while a page is open. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${residentTexts.product}`
  }, [title])
}
