import { Button } from 'antd'
import type { ReactNode, Ref } from 'react'
import styles from './remove-dialog.module.css'

type Props = {
  readonly cancel: string
  readonly onCancel: () => void
  readonly cancelRef?: Ref<HTMLButtonElement>
  readonly loading: boolean
  readonly danger?: boolean
  /** The text of the button that submits. */
  readonly children: ReactNode
}

/** The last row of a form in a dialog: a button that closes the dialog and one that submits the form. */
export function FormButtons({ cancel, onCancel, cancelRef, loading, danger = false, children }: Props) {
  return (
    <div className={styles.both}>
      <Button ref={cancelRef} onClick={onCancel}>
        {cancel}
      </Button>
      <Button type="primary" danger={danger} htmlType="submit" loading={loading}>
        {children}
      </Button>
    </div>
  )
}
