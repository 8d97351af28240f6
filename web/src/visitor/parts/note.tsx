import { Icon } from './icon.tsx'

type NoteProps = {
  readonly icon: string
  readonly title?: string
  readonly tone?: 'amber'
  readonly text?: string
}

/** A status line above the rest; screen readers announce it. */
export function Note({ icon, title, tone, text }: NoteProps) {
  return (
    <div className={tone ? `note ${tone}` : 'note'} role="status">
      <Icon name={icon} />
      <p>
        {title && <strong>{title}</strong>}
        {text && <span>{text}</span>}
      </p>
    </div>
  )
}
