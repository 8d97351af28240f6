/** Export Visitor Data: downloads the filtered visits as a file, with progress and cancel. */
import { DownloadSimpleIcon, XIcon } from '@phosphor-icons/react'
import { Button } from 'antd'
import { useEffect, useRef, useState } from 'react'
import type { ExportFormat } from '#proto/history.ts'
import { MenuButton } from '../../ui/menu-button.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { useToast } from '../../ui/toasts.tsx'
import { historyTexts } from './en-history.ts'
import styles from './export-button.module.css'

const t = historyTexts
type Exported = { readonly name: string; readonly rows: number; readonly file: Blob }
export type Export = (format: ExportFormat, onRows: (rows: number) => void, signal: AbortSignal) => Promise<Exported>

export function ExportButton({ run }: { run: Export }) {
  const toast = useToast()
  const [rows, setRows] = useState<number>()
  const under = useRef<AbortController>(undefined)
  useEffect(() => () => under.current?.abort(), [])
  const begin = async (format: ExportFormat) => {
    const controller = new AbortController()
    under.current = controller
    setRows(0)
    try {
      const exported = await run(format, setRows, controller.signal)
      saveFile(exported.name, exported.file)
      toast({ kind: 'success', title: t.exported, text: t.exportedText(exported.name, exported.rows) })
    } catch (error) {
      if (!controller.signal.aborted) toast({ kind: 'failure', title: t.exportFailed, text: error instanceof Error ? error.message : '' })
    } finally {
      setRows(undefined)
    }
  }
  if (rows !== undefined)
    return (
      <span className={styles.progress} role="status">
        <progress aria-label={t.export} />
        <span>{t.exporting(rows)}</span>
        <Button
          type="text"
          size="small"
          aria-label={t.cancelExport}
          icon={<XIcon size={18} aria-hidden />}
          onClick={() => under.current?.abort()}
        />
      </span>
    )
  const items = (['csv', 'json'] as const).map((key) => ({ key, label: t.exportAs[key] }))
  return (
    <MenuButton items={items} placement="bottomRight" onChoose={(key) => void begin(key === 'json' ? 'json' : 'csv')}>
      <Button className={styles.button} icon={<DownloadSimpleIcon size={20} aria-hidden />}>
        <span>{t.export}</span>
      </Button>
    </MenuButton>
  )
}
