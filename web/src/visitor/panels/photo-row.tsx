/** "Take a photo": preview and capture, or the phone's camera app where getUserMedia does not exist. */
import { type ChangeEvent, useEffect, useRef, useState } from 'react'
import { visitorTexts } from '../../core/texts/en-visitor.ts'
import { useValue } from '../../ui/use-value.ts'
import type { PhotoController } from '../page/photo-controller.ts'
import { Icon } from '../parts/icon.tsx'

const texts = visitorTexts.form

type Problem = { readonly title: string; readonly text: string }
type PhotoRowProps = { readonly photo: PhotoController; readonly error: string | undefined }

export function PhotoRow({ photo, error }: PhotoRowProps) {
  const current = useValue(photo.current)
  const [isOpen, setOpen] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  const file = useRef<HTMLInputElement>(null)
  const hasCamera = typeof navigator.mediaDevices?.getUserMedia === 'function'

  async function choose(event: ChangeEvent<HTMLInputElement>): Promise<void> {
    const chosen = event.currentTarget.files?.[0]
    setProblem(null)
    if (chosen && !(await photo.take(chosen))) setProblem(visitorTexts.photoUnreadable)
  }
  if (isOpen && !current) {
    return (
      <PhotoPreview
        photo={photo}
        onClose={(found) => {
          setOpen(false)
          setProblem(found)
        }}
      />
    )
  }
  if (current) {
    return (
      <div className="photo taken">
        <img className="ph" src={current.url} alt={texts.yourPhoto} width="52" height="52" />
        <span role="status">{visitorTexts.photoCaptured}</span>
        <button
          type="button"
          className="round"
          aria-label={texts.removePhoto}
          onClick={() => {
            photo.remove()
            setOpen(false)
          }}
        >
          <Icon name="x" />
        </button>
      </div>
    )
  }
  return (
    <div>
      <button type="button" className="photo" onClick={() => (hasCamera && !problem ? setOpen(true) : file.current?.click())}>
        <Icon name="camera" />
        {texts.takePhoto}
        <small>{texts.optional}</small>
      </button>
      <input
        ref={file}
        className="sr"
        type="file"
        accept="image/*"
        capture="environment"
        tabIndex={-1}
        aria-hidden="true"
        onChange={(event) => void choose(event)}
      />
      {problem && (
        <em role="alert">
          {problem.title}. {problem.text}
        </em>
      )}
      {error && <em>{error}</em>}
    </div>
  )
}

type PhotoPreviewProps = { readonly photo: PhotoController; readonly onClose: (problem: Problem | null) => void }

function PhotoPreview({ photo, onClose }: PhotoPreviewProps) {
  const video = useRef<HTMLVideoElement>(null)
  const [isReady, setReady] = useState(false)
  const close = useRef(onClose)
  close.current = onClose

  useEffect(() => {
    let stream: MediaStream | undefined
    let isOver = false
    async function open(): Promise<void> {
      const wanted = { video: { facingMode: { ideal: 'user' }, width: { ideal: 1280 } }, audio: false }
      stream = await navigator.mediaDevices.getUserMedia(wanted)
      if (isOver || !video.current) return stopTracks(stream)
      video.current.srcObject = stream
      video.current.parentElement?.scrollIntoView({ block: 'center' })
      await video.current.play()
      setReady(true)
    }
    open().catch(() => isOver || close.current(visitorTexts.cameraError))
    return () => {
      isOver = true
      stopTracks(stream)
    }
  }, [])

  async function capture(): Promise<void> {
    const frame = video.current
    if (!frame) return
    const canvas = document.createElement('canvas')
    canvas.width = frame.videoWidth
    canvas.height = frame.videoHeight
    canvas.getContext('2d')?.drawImage(frame, 0, 0)
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.9))
    onClose(blob && (await photo.take(blob)) ? null : visitorTexts.cameraError)
  }
  return (
    <div className="shoot">
      <video ref={video} muted playsInline aria-label={texts.preview} />
      <div className="bar two">
        <button type="button" className="btn go" disabled={!isReady} onClick={() => void capture()}>
          <Icon name="camera" />
          {texts.capture}
        </button>
        <button type="button" className="btn line" onClick={() => onClose(null)}>
          {texts.cancelPhoto}
        </button>
      </div>
    </div>
  )
}

function stopTracks(stream: MediaStream | undefined): void {
  for (const track of stream?.getTracks() ?? []) track.stop()
}
