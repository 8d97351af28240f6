/** Back to the form for another ring; without script a link to it. */
import type { FormEvent } from 'react'
import type { VisitorPage } from '../page/visitor-page.ts'

type TryAgainProps = { readonly page: VisitorPage; readonly className: string; readonly label: string }

export function TryAgain({ page, className, label }: TryAgainProps) {
  function submit(event: FormEvent): void {
    event.preventDefault()
    page.tryAgain?.()
  }
  return (
    <form className="act" method="get" action={page.action} onSubmit={submit}>
      <button type="submit" name="new" value="1" className={className}>
        {label}
      </button>
    </form>
  )
}
