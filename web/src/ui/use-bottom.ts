import { type RefObject, useEffect, useRef } from 'react'

type Bottom = { readonly ref: RefObject<HTMLDivElement | null>; readonly onScroll: () => void }

/** Within this distance of the end, in pixels, the log keeps following. */
const NEAR = 80

/**
 * Keeps a log scrolled to its end while the reader is there: as lines arrive, and when an on-screen keyboard shrinks it.
 * @param last changes with the newest line
 * @param isMine the newest line is the reader's own, so scroll to it
 */
export function useBottom(last: string | undefined, isMine: boolean): Bottom {
  const ref = useRef<HTMLDivElement>(null)
  const near = useRef(true)
  const top = useRef(0)
  useEffect(() => {
    const log = ref.current
    if (!log) return
    const observer = new ResizeObserver(() => {
      if (near.current) log.scrollTop = log.scrollHeight
    })
    observer.observe(log)
    return () => observer.disconnect()
  }, [])
  useEffect(() => {
    const log = ref.current
    if (log && last !== '' && (near.current || isMine)) log.scrollTop = log.scrollHeight
  }, [last, isMine])
  const onScroll = () => {
    const log = ref.current
    if (!log) return
    // Only scrolling up leaves the end: the event of our own scroll may arrive after the next line has made the log longer.
    const isUpwards = log.scrollTop < top.current
    top.current = log.scrollTop
    near.current = log.scrollHeight - log.scrollTop - log.clientHeight < NEAR || (near.current && !isUpwards)
  }
  return { ref, onScroll }
}
