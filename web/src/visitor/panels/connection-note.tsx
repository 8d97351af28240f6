/** Shows that the connection is being restored, or that a network blocks sockets and the page polls. */
import { useEffect, useState } from 'react'
import { useValue } from '../../core/use-value.ts'
import { visitorTexts } from '../en-visitor.ts'
import type { VisitorPage } from '../page/visitor-page.ts'
import { Note } from '../parts/note.tsx'

/** A socket that opens within this time is not mentioned. */
const SHOW_AFTER = 1_500

export function ConnectionNote({ page }: { readonly page: VisitorPage }) {
  const { registered, silent, online, blocked } = useValue(page.connection.state)
  const { screen } = useValue(page.state)
  const isUp = registered && !silent
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    setLate(false)
    if (isUp) return undefined
    const timer = setTimeout(() => setLate(true), SHOW_AFTER)
    return () => clearTimeout(timer)
  }, [isUp])
  // A network that is known to be lost is shown immediately.
  if (isUp || (online && !isLate)) return null
  const { reconnecting, reconnectingLater, noLive } = visitorTexts.waiting
  const lost = screen.at === 'waiting' ? reconnecting : reconnectingLater
  return <Note icon="wifi-slash" tone="amber" text={blocked && online ? noLive : lost} />
}
