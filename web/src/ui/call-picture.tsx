/**
 * The other side's picture on a stage of any shape: it fills the stage where little is cut off, else it is shown whole over a blurred
 * copy of itself. A double press changes between the two.
 */
import { type RefObject, useEffect, useRef, useState } from 'react'
import styles from './call-picture.module.css'
import { differs } from './picture-fit.ts'

const COPY_EVERY = 200
/** Pixels across; it is blurred anyway. */
const COPY_WIDTH = 64

function useDiffers(ref: RefObject<HTMLVideoElement | null>): boolean {
  const [value, setValue] = useState(false)
  useEffect(() => {
    const video = ref.current
    if (!video) return
    const measure = () =>
      setValue(differs({ width: video.videoWidth, height: video.videoHeight }, { width: video.clientWidth, height: video.clientHeight }))
    const observer = new ResizeObserver(measure)
    observer.observe(video)
    // A phone that is turned changes its picture's size in the middle of the call.
    video.addEventListener('resize', measure)
    return () => {
      observer.disconnect()
      video.removeEventListener('resize', measure)
    }
  }, [ref])
  return value
}

/** A few copies a second, on a canvas: a second video element would be another one to start and to keep silent. */
function useCopy(video: RefObject<HTMLVideoElement | null>, canvas: RefObject<HTMLCanvasElement | null>, on: boolean): void {
  useEffect(() => {
    const from = video.current
    const to = canvas.current
    const context = to?.getContext('2d')
    if (!on || !from || !to || !context) return
    const copy = () => {
      if (document.hidden || !from.videoWidth) return
      to.width = COPY_WIDTH
      to.height = Math.round((COPY_WIDTH * from.videoHeight) / from.videoWidth)
      context.drawImage(from, 0, 0, to.width, to.height)
    }
    copy()
    const timer = setInterval(copy, COPY_EVERY)
    return () => clearInterval(timer)
  }, [video, canvas, on])
}

type Props = {
  readonly video: RefObject<HTMLVideoElement | null>
  readonly id?: string
  readonly label: string
  /** False: the element stays, because the voice goes on. */
  readonly shown: boolean
  /** The last frame of a connection that is lost. */
  readonly lost: boolean
}

export function CallPicture({ video, id, label, shown, lost }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const isUnlike = useDiffers(video)
  const [isTurned, setTurned] = useState(false)
  const isWhole = isUnlike !== isTurned
  useCopy(video, canvas, isWhole && shown)
  return (
    <div className={styles.picture} data-fit={isWhole ? 'whole' : 'fill'} data-shown={shown} data-lost={lost}>
      {isWhole ? <canvas ref={canvas} className={styles.copy} /> : null}
      <video ref={video} id={id} aria-label={label} autoPlay playsInline onDoubleClick={() => setTurned(!isTurned)}>
        <track kind="captions" />
      </video>
    </div>
  )
}
