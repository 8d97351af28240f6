import { type RefObject, useEffect, useRef } from 'react'

type Bottom = { readonly ref: RefObject<HTMLDivElement | null>; readonly onScroll: () => void }

/** How far from the end, in pixels, a reader still counts as being there. */
const NEAR = 80

/**
 * Keeps a log at its end while the reader is there: as lines come, and as a keyboard takes half of the screen.
 * @param last what changes with the newest line
 * @param isMine the newest line is the reader's own, who wants to see it
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
    // Only a move upwards leaves the end: the event of our own scroll may come when the next line has made the log longer already.
    const isUpwards = log.scrollTop < top.current
    top.current = log.scrollTop
    near.current = log.scrollHeight - log.scrollTop - log.clientHeight < NEAR || (near.current && !isUpwards)
  }
  return { ref, onScroll }
}
