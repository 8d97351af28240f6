/** The sign's preview: choose the paper size, print, or download the SVG. */
import { ArrowLeftIcon, DownloadSimpleIcon, PrinterIcon, WarningCircleIcon } from '@phosphor-icons/react'
import { Button, Segmented } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { Door } from '#proto/doors.ts'
import { isLocal } from '../../core/door-link.ts'
import { Banner } from '../../ui/primitives.tsx'
import { doorsTexts as t } from './en-doors.ts'
import type { Measure } from './fit-text.ts'
import styles from './sign.module.css'
import { SignSvg } from './sign-svg.tsx'

/** Millimetres (ISO 216). */
const PAPER = { A6: { width: 105, height: 148 }, A5: { width: 148, height: 210 } } as const
type Paper = keyof typeof PAPER

export function SignView({ door, base }: { door: Door; base: string }) {
  const [paper, setPaper] = useState<Paper>('A6')
  const sheet = useRef<SVGSVGElement>(null)
  const measure = useMeasure()
  const { width, height } = PAPER[paper]
  return (
    <main className={styles.desk}>
      <style>{`@page { size: ${width}mm ${height}mm; margin: 0 }
        @media print { body { background: #fff } dialog, .ant-notification { display: none !important } }`}</style>
      <div className={styles.tools}>
        <Link to="/settings?tab=doorbell" className={styles.back}>
          <ArrowLeftIcon size={20} aria-hidden />
          <span>{t.sign.back}</span>
        </Link>
        <h1>{t.sign.title(door.label)}</h1>
        <Segmented<Paper> aria-label={t.sign.size} options={['A6', 'A5']} value={paper} onChange={setPaper} />
        <Button icon={<DownloadSimpleIcon size={20} aria-hidden />} onClick={() => download(sheet.current, door.label)}>
          {t.sign.download}
        </Button>
        <Button type="primary" icon={<PrinterIcon size={20} aria-hidden />} onClick={() => window.print()}>
          {t.sign.print}
        </Button>
      </div>
      {isLocal(base) ? (
        <div className={styles.local}>
          <Banner icon={<WarningCircleIcon size={20} aria-hidden />} title={t.sign.local} />
        </div>
      ) : null}
      <div className={styles.sheet} style={{ width: `${width}mm`, height: `${height}mm` }}>
        <SignSvg ref={sheet} door={door} base={base} measure={measure} />
      </div>
    </main>
  )
}

const SIZE = 100

/** Measures with the page's font once it has loaded. */
function useMeasure(): Measure {
  const [, setReady] = useState(false)
  const canvas = useRef<CanvasRenderingContext2D>(null)
  useEffect(() => {
    let here = true
    const weights = [400, 650, 700].map((weight) => document.fonts.load(`${weight} ${SIZE}px "Hanken Grotesk Variable"`))
    void Promise.allSettled(weights).then(() => here && setReady(true))
    return () => {
      here = false
    }
  }, [])
  return (text, weight) => {
    canvas.current ??= document.createElement('canvas').getContext('2d')
    if (!canvas.current) return text.length * 0.58
    canvas.current.font = `${weight} ${SIZE}px "Hanken Grotesk Variable", system-ui, sans-serif`
    return canvas.current.measureText(text).width / SIZE
  }
}

/** The SVG in A6 size; any program can scale it. */
function download(svg: SVGSVGElement | null, label: string): void {
  if (!svg) return
  const url = URL.createObjectURL(new Blob([new XMLSerializer().serializeToString(svg)], { type: 'image/svg+xml' }))
  const link = document.createElement('a')
  link.href = url
  link.download = `door-sign-${label.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-')}.svg`
  link.click()
  setTimeout(() => URL.revokeObjectURL(url))
}
