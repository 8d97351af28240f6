/** An error, in a panel; screen readers announce it. */
export function ErrorLine({ text }: { readonly text: string | undefined }) {
  if (!text) return null
  return (
    <p className="err" role="alert">
      {text}
    </p>
  )
}
