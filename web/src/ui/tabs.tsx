/** A row of tabs: the arrows go from one to the next (WAI-ARIA, tabs with automatic activation). */
import { type KeyboardEvent, useRef } from 'react'
import styles from './tabs.module.css'

type TabsProps<K extends string> = {
  readonly label: string
  /** `short` is the label on phones; `count` is shown after it if not zero. */
  readonly tabs: readonly { readonly key: K; readonly text: string; readonly short?: string; readonly count?: string | undefined }[]
  readonly chosen: K
  /** The id of the controlled panel. */
  readonly controls: string
  readonly onChoose: (key: K) => void
}

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 }

export function Tabs<K extends string>({ label, tabs, chosen, controls, onChoose }: TabsProps<K>) {
  const list = useRef<HTMLDivElement>(null)
  const onKey = (event: KeyboardEvent) => {
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])]
    // From the tab that has the focus: the chosen one may not be rendered yet.
    const at = buttons.findIndex((button) => button.contains(event.target instanceof Node ? event.target : null))
    const edge = event.key === 'Home' ? 0 : event.key === 'End' ? tabs.length - 1 : undefined
    const step = STEPS[event.key]
    const next = edge ?? (step === undefined ? undefined : (at + step + tabs.length) % tabs.length)
    const tab = next === undefined ? undefined : tabs[next]
    if (next === undefined || !tab) return
    event.preventDefault()
    onChoose(tab.key)
    buttons[next]?.focus()
  }
  return (
    <div className={styles.tabs} role="tablist" aria-label={label} ref={list} onKeyDown={onKey}>
      {tabs.map(({ key, text, short, count }) => (
        <button
          key={key}
          type="button"
          role="tab"
          aria-label={count ? `${text} ${count}` : text}
          aria-selected={key === chosen}
          aria-controls={controls}
          tabIndex={key === chosen ? 0 : -1}
          onClick={() => onChoose(key)}
        >
          <span>{text}</span>
          <span>{short ?? text}</span>
          {count ? <b>{count}</b> : null}
        </button>
      ))}
    </div>
  )
}
