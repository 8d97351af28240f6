import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

type NoteProps = {
  readonly icon: string
  readonly title?: string
  readonly tone?: 'amber'
  readonly children?: ReactNode
}

/** A status line above the rest; screen readers announce it. */
export function Note({ icon, title, tone, children }: NoteProps) {
  return (
    <div className={tone ? `note ${tone}` : 'note'} role="status">
      <Icon name={icon} />
      <p>
        {title && <strong>{title}</strong>}
        {children}
      </p>
    </div>
  )
}
