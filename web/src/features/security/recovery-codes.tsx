/** The ten recovery codes, shown once: copied, downloaded or printed before the dialog can be left (docs/product/decisions.md, 25). */
import { CheckIcon, CopyIcon, DownloadSimpleIcon, PrinterIcon } from '@phosphor-icons/react'
import { Button, Checkbox } from 'antd'
import { useState } from 'react'
import { useSignedIn } from '../../core/queries/user.ts'
import { saveFile } from '../../ui/save-file.ts'
import { useCopied } from '../../ui/use-copied.ts'
import styles from './dialogs.module.css'
import { dialogTexts } from './en-security-dialogs.ts'

const t = dialogTexts.factor

type Props = { readonly codes: readonly string[]; readonly onDone: () => void }

export function RecoveryCodes({ codes, onDone }: Props) {
  const { username } = useSignedIn()
  const [stored, setStored] = useState(false)
  const { copied, copy } = useCopied()
  const text = [t.fileHead(username), '', ...codes, ''].join('\n')
  const save = () => saveFile(t.file, new Blob([text], { type: 'text/plain' }))
  return (
    <>
      <ul className={styles.codes} aria-label={t.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={styles.ways}>
        <Button icon={copied ? <CheckIcon size={18} aria-hidden /> : <CopyIcon size={18} aria-hidden />} onClick={() => void copy(text)}>
          {copied ? t.copied : t.copyCodes}
        </Button>
        <Button icon={<DownloadSimpleIcon size={18} aria-hidden />} onClick={save}>
          {t.download}
        </Button>
        <Button icon={<PrinterIcon size={18} aria-hidden />} onClick={() => window.print()}>
          {t.print}
        </Button>
      </div>
      <Checkbox checked={stored} onChange={(event) => setStored(event.target.checked)}>
        {t.stored}
      </Checkbox>
      <div className={styles.one}>
        <Button type="primary" disabled={!stored} onClick={onDone}>
          {t.done}
        </Button>
      </div>
    </>
  )
}
