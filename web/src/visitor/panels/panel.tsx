import type { ReactNode } from 'react'
import { Icon } from '../parts/icon.tsx'

type PanelProps = {
  readonly icon: string
  readonly title: string
  readonly text: string
  readonly isBlue?: boolean
  readonly children?: ReactNode
}

/** A card with an icon, a heading and the next steps. */
export function Panel({ icon, title, text, isBlue, children }: PanelProps) {
  return (
    <section className="pane">
      <div className="card v">
        <div className={isBlue ? 'o b' : 'o'}>
          <Icon name={icon} />
        </div>
        <div role="status">
          <h2>{title}</h2>
          <p>{text}</p>
        </div>
        {children}
      </div>
    </section>
  )
}
