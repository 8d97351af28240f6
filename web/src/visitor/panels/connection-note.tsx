/** What the visitor must know of the line: it is being mended, or only polled (look: offline; issue: a blocked socket says so). */
import { useEffect, useState } from 'react'
import { visitorTexts } from '../../core/texts/en-visitor.ts'
import { useValue } from '../../ui/use-value.ts'
import type { VisitorPage } from '../page/visitor-page.ts'
import { Note } from '../parts/note.tsx'

/** A socket that opens as fast as usual is no news. */
const TELL_AFTER = 1_500

export function ConnectionNote({ page }: { readonly page: VisitorPage }) {
  const { registered, silent, online, blocked } = useValue(page.connection.state)
  const isUp = registered && !silent
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    setLate(false)
    if (isUp) return undefined
    const timer = setTimeout(() => setLate(true), TELL_AFTER)
    return () => clearTimeout(timer)
  }, [isUp])
  // The browser's own word needs no second look.
  if (online && (isUp || !isLate)) return null
  const { reconnecting, noLive } = visitorTexts.waiting
  return (
    <Note icon="wifi-slash" tone="amber">
      {blocked && online ? noLive : reconnecting}
    </Note>
  )
}
