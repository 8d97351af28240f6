/** Turning two-factor on, in three steps: scan, type the code, keep the recovery codes (docs/product/decisions.md, 25). */
import { CaretRightIcon, CheckIcon, CopyIcon } from '@phosphor-icons/react'
import { Button } from 'antd'
import { QRCodeSVG } from 'qrcode.react'
import { useEffect, useId, useRef, useState } from 'react'
import type { Run } from '../../core/reauthentication.ts'
import { sharedTexts } from '../../core/texts/en-shared.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { useToast } from '../../ui/toasts.tsx'
import { useCopied } from '../../ui/use-copied.ts'
import { CodeForm } from './code-form.tsx'
import styles from './dialogs.module.css'
import { dialogTexts } from './en-security-dialogs.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import { type Enrolment, useCodesFor } from './two-factor-queries.ts'

const t = dialogTexts.factor
const STEPS = 3

type Step = 'scan' | 'code' | 'codes'
const NUMBER: Readonly<Record<Step, number>> = { scan: 1, code: 2, codes: 3 }
const TITLES: Readonly<Record<Step, string>> = { scan: t.scanTitle, code: t.codeTitle, codes: t.codesTitle }
const TEXTS: Readonly<Record<Step, string>> = { scan: t.scanText, code: t.codeText, codes: t.codesText }

type Props = { readonly enrolment: Enrolment; readonly run: Run; readonly onClose: () => void }

export function EnrolDialog({ enrolment, run, onClose }: Props) {
  const id = useId()
  const toast = useToast()
  const confirm = useCodesFor('auth.confirm_two_factor', run)
  const [isTyping, setIsTyping] = useState(false)
  const title = useRef<HTMLHeadingElement>(null)
  const codes = confirm.data?.recoveryCodes
  const step: Step = codes ? 'codes' : isTyping ? 'code' : 'scan'
  // The button of the step before is removed, and the focus with it.
  useEffect(() => {
    if (codes) title.current?.focus()
  }, [codes])
  const finish = () => {
    onClose()
    toast({ kind: 'success', title: t.enabled, text: t.enabledText, spoken: true })
  }
  return (
    // The codes are shown only once: Escape does not lose them.
    <Dialog labelledBy={`${id}t`} describedBy={`${id}d`} className={styles.small} focus={title} {...(codes ? {} : { onEscape: onClose })}>
      <p className={styles.step}>{t.step(NUMBER[step], STEPS)}</p>
      <h2 id={`${id}t`} ref={title} tabIndex={-1}>
        {TITLES[step]}
      </h2>
      <p id={`${id}d`}>{TEXTS[step]}</p>
      {codes ? <RecoveryCodes codes={codes} onDone={finish} /> : null}
      {step === 'scan' ? <Scan enrolment={enrolment} onClose={onClose} onNext={() => setIsTyping(true)} /> : null}
      {step === 'code' ? (
        <CodeForm
          submit={t.turnOn}
          takesRecovery={false}
          before={<Button onClick={() => setIsTyping(false)}>{t.back}</Button>}
          onCode={confirm.mutateAsync}
        />
      ) : null}
    </Dialog>
  )
}

/** In groups of four, as apps show it. */
const grouped = (secret: string) => secret.replace(/.{4}(?=.)/g, '$& ')

type ScanProps = { readonly enrolment: Enrolment; readonly onClose: () => void; readonly onNext: () => void }

function Scan({ enrolment: { secret, uri }, onClose, onNext }: ScanProps) {
  const { copied, copy } = useCopied()
  return (
    <>
      <div className={styles.qr}>
        <QRCodeSVG value={uri} size={196} level="M" bgColor="#ffffff" fgColor="#14181c" title={t.qr} role="img" />
      </div>
      <details className={styles.key}>
        <summary>
          <CaretRightIcon size={16} weight="bold" aria-hidden />
          <span>{t.cannotScan}</span>
        </summary>
        <p>{t.secretText}</p>
        <div className={styles.secret}>
          <code>
            <span className="spoken">{`${t.secret}: `}</span>
            <span>{grouped(secret)}</span>
          </code>
          <Button
            size="small"
            icon={copied ? <CheckIcon size={18} aria-hidden /> : <CopyIcon size={18} aria-hidden />}
            onClick={() => void copy(secret)}
          >
            {copied ? t.copied : t.copy}
          </Button>
        </div>
      </details>
      <div className={styles.both}>
        <Button onClick={onClose}>{sharedTexts.common.cancel}</Button>
        <Button type="primary" onClick={onNext}>
          {t.next}
        </Button>
      </div>
    </>
  )
}
