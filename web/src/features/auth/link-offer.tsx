import { EnvelopeSimpleIcon } from '@phosphor-icons/react'
import { Button } from 'antd'
import { useSinglePress } from '../../ui/use-single-press.ts'
import styles from './auth.module.css'
import { helpTexts } from './en-sign-in-help.ts'
import { useRequestSignInLink } from './link-queries.ts'

const t = helpTexts.link

type Props = { readonly username: string; readonly onSent: () => void }

/**
 * While an account is throttled, or the browser's address blocked, the password of an unknown browser is not tried; a mailed link signs in
 * (docs/product/decisions.md, 27).
 */
export function LinkOffer({ username, onSent }: Props) {
  const request = useRequestSignInLink()
  const press = useSinglePress(request)
  const send = () => request.mutate(username, { onSuccess: onSent })
  return (
    <section className={styles.offer} aria-label={t.title}>
      <h2>{t.title}</h2>
      <p>{t.text}</p>
      <Button icon={<EnvelopeSimpleIcon size={20} aria-hidden />} disabled={request.isPending} onClick={() => press(send)}>
        {t.send}
      </Button>
    </section>
  )
}
