/** "Take a photo": preview and capture, or the phone's camera app where getUserMedia does not exist. */
import { useEffect, useRef, useState } from 'react'
import { useValue } from '../../core/use-value.ts'
import { visitorTexts } from '../en-visitor.ts'
import { openPhotoCameras, type PhotoCamera, type PhotoCameras } from '../page/photo-camera.ts'
import type { PhotoProblem } from '../page/photo-controller.ts'
import type { VisitorPage } from '../page/visitor-page.ts'
import { FlipIcon } from '../parts/flip-icon.tsx'
import { Icon } from '../parts/icon.tsx'

const texts = visitorTexts.form

/** The preview, the photo, and its error; the field itself is beside it (photo-field.tsx). */
export function PhotoRow({ photo }: { readonly photo: VisitorPage['photo'] }) {
  const current = useValue(photo.current)
  const { isOpen, problem } = useValue(photo.preview)
  if (current) {
    return (
      <div className="photo taken">
        <img className="ph" loading="lazy" src={current.url} alt={texts.yourPhoto} width="52" height="52" />
        <span role="status">{visitorTexts.photoCaptured}</span>
        <button type="button" className="round" aria-label={texts.removePhoto} onClick={photo.remove}>
          <Icon name="x" />
        </button>
      </div>
    )
  }
  if (isOpen) return <PhotoPreview photo={photo} onClose={(found) => photo.preview.set({ isOpen: false, problem: found })} />
  return problem && <em role="alert">{`${problem.title}. ${problem.text}`}</em>
}

type PhotoPreviewProps = { readonly photo: VisitorPage['photo']; readonly onClose: (problem: PhotoProblem | null) => void }

function PhotoPreview({ photo, onClose }: PhotoPreviewProps) {
  const video = useRef<HTMLVideoElement>(null)
  const [camera, setCamera] = useState<PhotoCamera | null>(null)
  const [isReady, setReady] = useState(false)
  const cameras = useRef<PhotoCameras>(null)
  const close = useRef(onClose)
  close.current = onClose

  useEffect(() => {
    const opened = openPhotoCameras((next) => (next ? setCamera(next) : close.current(visitorTexts.cameraError)))
    cameras.current = opened
    return opened.close
  }, [])
  useEffect(() => {
    const element = video.current
    if (!camera || !element) return undefined
    let isOver = false
    element.srcObject = camera.stream
    element.play().then(
      () => {
        if (isOver) return
        element.style.minHeight = ''
        element.closest('.shoot')?.scrollIntoView({ block: 'nearest' })
        setReady(true)
      },
      () => isOver || close.current(visitorTexts.cameraError),
    )
    return () => {
      isOver = true
    }
  }, [camera])

  function flip(): void {
    const element = video.current
    if (!element || !isReady) return
    setReady(false)
    // Without a stream it would shrink, and grow again with the next one.
    element.style.minHeight = `${element.clientHeight}px`
    cameras.current?.flip()
  }
  async function capture(): Promise<void> {
    const frame = video.current
    if (!frame) return
    const canvas = document.createElement('canvas')
    canvas.width = frame.videoWidth
    canvas.height = frame.videoHeight
    canvas.getContext('2d')?.drawImage(frame, 0, 0)
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.9))
    onClose(blob && (await photo.take?.(blob)) ? null : visitorTexts.cameraError)
  }
  return (
    <div className="shoot">
      <div>
        {/* The preview shows what is sent, but mirrored. */}
        <video ref={video} className={camera?.facing === 'environment' ? '' : 'mirror'} muted playsInline aria-label={texts.preview} />
        {camera?.canFlip && (
          <button type="button" className="btn sm flip" aria-disabled={!isReady} onClick={flip}>
            <FlipIcon />
            <span>{texts.flip}</span>
          </button>
        )}
      </div>
      <div className="bar two">
        <button type="button" className="btn go" disabled={!isReady} onClick={() => void capture()}>
          <Icon name="camera" />
          <span>{texts.capture}</span>
        </button>
        <button type="button" className="btn line" onClick={() => onClose(null)}>
          {texts.cancelPhoto}
        </button>
      </div>
    </div>
  )
}
