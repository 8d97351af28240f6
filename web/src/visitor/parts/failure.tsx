import { Icon } from './icon.tsx'

/** An error, above the form or in the panel; everything typed stays (docs/product/states.md). */
export function FailureNote({ title, text }: { readonly title: string; readonly text: string | undefined }) {
  if (!text) return null
  return (
    <div className="fail" role="alert">
      <Icon name="warning-circle-fill" />
      <p>
        <strong>{title}</strong>
        <span>{text}</span>
      </p>
    </div>
  )
}
