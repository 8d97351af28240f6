/** A mailed link that acts on one press: it asks, acts, and shows the result. Opening it changes nothing: mail scanners open it too. */
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { errorMessageOf } from '../../core/error-message.ts'
import { type PressState, useSinglePress } from '../../ui/use-single-press.ts'
import { linkTexts } from './en-mailed-links.ts'
import { DONE, FAILED, Outcome } from './outcome.tsx'

type Props = {
  readonly icon: ReactNode
  readonly texts: { readonly ask: string; readonly confirm: string; readonly confirming: string; readonly done: string }
  readonly text: string
  /** Undefined until it is done. */
  readonly doneText: string | undefined
  readonly error: Error | null
  readonly run: PressState
  readonly onConfirm: () => void
  /** After it is done, and after a failure. */
  readonly next: ReactNode
}

export function ConfirmLink({ icon, texts, text, doneText, error, run, onConfirm, next }: Props) {
  const press = useSinglePress(run)
  if (error) return <Outcome icon={FAILED} role="alert" heading={linkTexts.failed} text={errorMessageOf(error)} action={next} />
  if (doneText !== undefined) return <Outcome icon={DONE} role="status" heading={texts.done} text={doneText} action={next} />
  return (
    <Outcome
      icon={icon}
      heading={texts.ask}
      text={text}
      action={
        <Button type="primary" size="large" loading={run.isPending} onClick={() => press(onConfirm)}>
          {run.isPending ? texts.confirming : texts.confirm}
        </Button>
      }
    />
  )
}
