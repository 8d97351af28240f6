/**
 * Empty tracks for prepared producers: the resident's camera and microphone open at the press, never before, the visitor's by a tap or
 * by the answer (docs/product/decisions.md, 17). Their encodings stay inactive, so no packet leaves.
 */
import type { MediaSource } from '#proto/frames/media.ts'

export type Placeholder = { readonly track: MediaStreamTrack; readonly release: () => void }

/** @returns undefined where the browser has no canvas capture or AudioContext: the producer is then created with the real track. */
export function createPlaceholder(source: MediaSource): Placeholder | undefined {
  try {
    return source === 'camera' ? blackPicture() : silence()
  } catch {
    return undefined
  }
}

function blackPicture(): Placeholder {
  const canvas = document.createElement('canvas')
  canvas.width = 64
  canvas.height = 36
  canvas.getContext('2d')?.fillRect(0, 0, canvas.width, canvas.height)
  return held(canvas.captureStream(0).getVideoTracks()[0])
}

function silence(): Placeholder {
  const context = new AudioContext()
  const { track, release } = held(context.createMediaStreamDestination().stream.getAudioTracks()[0])
  return {
    track,
    release: () => {
      release()
      void context.close()
    },
  }
}

function held(track: MediaStreamTrack | undefined): Placeholder {
  if (!track) throw new Error('no placeholder track')
  return { track, release: () => track.stop() }
}
