/** Chooses the shown square of the picture by dragging, scrolling or keys. */
import { Button } from 'antd'
import { type KeyboardEvent, type PointerEvent, useEffect, useId, useRef, useState } from 'react'
import { sharedTexts } from '../../core/texts/en-shared.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { type Crop, moved, squareOf, startCrop, ZOOM_MAX, zoomed } from './crop.ts'
import { settingsTexts } from './en-settings.ts'
import { drawSquare, toJpeg } from './picture-file.ts'
import styles from './settings.module.css'

const t = settingsTexts.crop
const STEP = 0.05
const ZOOM_STEP = 0.1
/** Twice its size on the page, for high-density screens. */
const PIXELS = 560

const KEYS: Readonly<Record<string, (crop: Crop) => Crop>> = {
  ArrowLeft: (crop) => moved(crop, -STEP, 0),
  ArrowRight: (crop) => moved(crop, STEP, 0),
  ArrowUp: (crop) => moved(crop, 0, -STEP),
  ArrowDown: (crop) => moved(crop, 0, STEP),
  '+': (crop) => zoomed(crop, crop.zoom + ZOOM_STEP),
  '=': (crop) => zoomed(crop, crop.zoom + ZOOM_STEP),
  '-': (crop) => zoomed(crop, crop.zoom - ZOOM_STEP),
}

type Props = { readonly image: HTMLImageElement; readonly onUse: (picture: Blob) => Promise<unknown>; readonly onClose: () => void }

export function CropDialog({ image, onUse, onClose }: Props) {
  const id = useId()
  const [crop, setCrop] = useState(() => startCrop(image.naturalWidth, image.naturalHeight))
  const [pending, setPending] = useState(false)
  const use = async () => {
    setPending(true)
    // A toast shows the error; the choice stays open.
    await toJpeg(image, squareOf(crop))
      .then(onUse)
      .catch(() => undefined)
    setPending(false)
  }
  return (
    <Dialog labelledBy={`${id}t`} describedBy={`${id}h`} className={styles.dialog} onEscape={onClose}>
      <h2 id={`${id}t`}>{t.title}</h2>
      <p id={`${id}h`}>{t.hint}</p>
      <CropArea image={image} crop={crop} describedBy={`${id}h`} onChange={setCrop} />
      <div className={styles.zoom}>
        <label htmlFor={`${id}z`}>{t.zoom}</label>
        <input
          id={`${id}z`}
          type="range"
          min={1}
          max={ZOOM_MAX}
          step={0.01}
          value={crop.zoom}
          aria-valuetext={t.zoomIs(crop.zoom)}
          onChange={(event) => setCrop(zoomed(crop, Number(event.target.value)))}
        />
      </div>
      <div className={styles.both}>
        <Button onClick={onClose}>{sharedTexts.common.cancel}</Button>
        <Button type="primary" loading={pending} onClick={() => void use()}>
          {pending ? t.using : t.use}
        </Button>
      </div>
    </Dialog>
  )
}

type AreaProps = {
  readonly image: HTMLImageElement
  readonly crop: Crop
  readonly describedBy: string
  readonly onChange: (change: (crop: Crop) => Crop) => void
}

function CropArea({ image, crop, describedBy, onChange }: AreaProps) {
  const area = useRef<HTMLButtonElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const held = useRef({ x: 0, y: 0 })
  useEffect(() => {
    if (canvas.current) drawSquare(canvas.current, image, squareOf(crop))
  }, [image, crop])
  useEffect(() => {
    const element = area.current
    // React's wheel listeners are passive and cannot keep the page from scrolling.
    const onWheel = (event: WheelEvent) => {
      event.preventDefault()
      onChange((now) => zoomed(now, now.zoom * Math.exp(-event.deltaY / 400)))
    }
    element?.addEventListener('wheel', onWheel, { passive: false })
    return () => element?.removeEventListener('wheel', onWheel)
  }, [onChange])
  const onKeyDown = (event: KeyboardEvent) => {
    const change = KEYS[event.key]
    if (!change || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    onChange(change)
  }
  const onPointerDown = (event: PointerEvent<HTMLButtonElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    held.current = { x: event.clientX, y: event.clientY }
  }
  // `movementX` differs in unit between browsers, and some lack it for touch.
  const onPointerMove = ({ buttons, clientX: x, clientY: y, currentTarget }: PointerEvent<HTMLButtonElement>) => {
    if (buttons === 0) return
    const { width } = currentTarget.getBoundingClientRect()
    const from = held.current
    held.current = { x, y }
    onChange((now) => moved(now, (from.x - x) / width, (from.y - y) / width))
  }
  return (
    <button
      type="button"
      ref={area}
      className={styles.area}
      aria-label={t.area}
      aria-describedby={describedBy}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
    >
      <canvas ref={canvas} width={PIXELS} height={PIXELS} />
    </button>
  )
}
