/**
 * The other side's video on a stage of any shape: it fills the stage if little is cut off, else it is shown whole over a blurred copy. A
 * double press switches between the two.
 */
import { type RefObject, useEffect, useRef, useState } from 'react'
import styles from './call-picture.module.css'
import { differs } from './picture-fit.ts'

const COPY_EVERY = 200
/** Width in pixels; it is blurred, so a small one is enough. */
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
    // Rotating a phone changes the video's size during the call.
    video.addEventListener('resize', measure)
    return () => {
      observer.disconnect()
      video.removeEventListener('resize', measure)
    }
  }, [ref])
  return value
}

/** Draws a few frames a second on a canvas: a second video element would need starting and muting too. */
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
  /** False: the element stays mounted, because the sound continues. */
  readonly shown: boolean
  /** The connection is lost: shows the last frame. */
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
