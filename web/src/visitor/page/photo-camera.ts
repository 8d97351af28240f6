/** The camera of the photo: one at a time, because phones open no second one. */
import { canFlip } from '../../core/media/devices.ts'
import type { Facing } from '../../core/media/media-state.ts'

export type PhotoCamera = {
  readonly stream: MediaStream
  /** A camera that reports no side (a computer's) faces its user. */
  readonly facing: Facing
  /** There is one that faces the other way. */
  readonly canFlip: boolean
}

/** @param how `exact`: this one or none @throws what the browser throws */
async function open(facing: Facing, how: 'ideal' | 'exact'): Promise<PhotoCamera> {
  const video = { facingMode: { [how]: facing }, width: { ideal: 1280 } }
  const stream = await navigator.mediaDevices.getUserMedia({ video, audio: false })
  const [track] = stream.getVideoTracks()
  return {
    stream,
    facing: track?.getSettings().facingMode === 'environment' ? 'environment' : 'user',
    canFlip: track !== undefined && (await canFlip(track)),
  }
}

function stop({ stream }: PhotoCamera): void {
  for (const track of stream.getTracks()) track.stop()
}

export type PhotoCameras = {
  /** Changes to the camera that faces the other way, or shows the same one again if that fails. */
  readonly flip: () => void
  readonly close: () => void
}

/**
 * Opens the front camera, or the only one.
 * @param changed called with each camera that is opened, and with null if none can be
 */
export function openPhotoCameras(changed: (camera: PhotoCamera | null) => void): PhotoCameras {
  let current: PhotoCamera | null = null
  let isClosed = false

  async function hold(opening: Promise<PhotoCamera>): Promise<void> {
    const opened = await opening.catch(() => null)
    // A camera that opens after the preview has closed.
    if (isClosed) return opened ? stop(opened) : undefined
    current = opened
    changed(opened)
  }
  void hold(open('user', 'ideal'))
  return {
    flip: () => {
      if (!current) return
      const { facing } = current
      stop(current)
      current = null
      void hold(open(facing === 'user' ? 'environment' : 'user', 'exact').catch(() => open(facing, 'ideal')))
    },
    close: () => {
      isClosed = true
      if (current) stop(current)
    },
  }
}
