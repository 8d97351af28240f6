/** The buttons below an outcome, in the place of the button that has just been pressed. */
import { type MouseEvent, type ReactNode, useEffect, useState } from 'react'
import { TIME } from '#proto/limits.ts'
import styles from './mailed.module.css'

type Props = {
  /** The key of the outcome; undefined while there is none, and presses are accepted. */
  readonly outcome: string | undefined
  readonly children: ReactNode
}

/** For TIME.panelIgnoresPresses after an outcome appears its buttons ignore presses, so that a double click does not leave it unread. */
export function OutcomeButtons({ outcome, children }: Props) {
  const [taking, setTaking] = useState<string>()
  useEffect(() => {
    if (outcome === undefined) return setTaking(undefined)
    const timer = setTimeout(() => setTaking(outcome), TIME.panelIgnoresPresses)
    return () => clearTimeout(timer)
  }, [outcome])
  const isIgnoring = outcome !== undefined && taking !== outcome
  const ignore = (event: MouseEvent) => {
    if (!isIgnoring) return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div className={isIgnoring ? styles.ignoring : styles.buttons} onClickCapture={ignore}>
      {children}
    </div>
  )
}
