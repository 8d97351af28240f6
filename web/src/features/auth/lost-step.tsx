import { EnvelopeSimpleIcon } from '@phosphor-icons/react'
import { Button } from 'antd'
import { useSinglePress } from '../../ui/use-single-press.ts'
import styles from './auth.module.css'
import { helpTexts } from './en-sign-in-help.ts'
import { useRequestRecovery } from './link-queries.ts'
import type { SignInValues } from './validation.ts'

const t = helpTexts.lost

type Props = { readonly credentials: SignInValues; readonly onSent: () => void }

/** Phone and recovery codes are lost: explains the recovery, and requests the mail that begins it (docs/product/decisions.md, 25). */
export function LostStep({ credentials, onSent }: Props) {
  const request = useRequestRecovery()
  const press = useSinglePress(request)
  const send = () => request.mutate(credentials, { onSuccess: onSent })
  return (
    <>
      <ol className={styles.steps}>
        {t.steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <div className={styles.form}>
        <Button
          type="primary"
          size="large"
          icon={<EnvelopeSimpleIcon size={20} aria-hidden />}
          disabled={request.isPending}
          onClick={() => press(send)}
        >
          {t.send}
        </Button>
      </div>
    </>
  )
}
