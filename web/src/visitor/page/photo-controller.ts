/** The visitor's photo: scaled down, shown immediately, sent after the ring and never before it (docs/product/decisions.md, 6). */
import { PHOTO_BYTES } from '#proto/limits.ts'
import type { Api } from '../../core/api.ts'
import type { Connection } from '../../core/socket.ts'
import { createStore, type Store, type WritableStore } from '../../core/store.ts'
import { visitorTexts } from '../en-visitor.ts'
import { createPhotoDelivery, type PhotoDelivery } from './photo-delivery.ts'

export type Photo = { readonly blob: Blob /** Object URL for the thumbnail. */; readonly url: string }

/** Why there is no photo, as a text for the user. */
export type PhotoProblem = { readonly title: string; readonly text: string }

export type PhotoPreviewState = { readonly isOpen: boolean; readonly problem: PhotoProblem | null }

export type PhotoController = {
  readonly current: Store<Photo | null>
  /** The camera's preview in the page. */
  readonly preview: WritableStore<PhotoPreviewState>
  /** Whether this browser can show a preview. */
  readonly hasCamera: boolean
  /** Sets the photo from a file that the visitor chose, or the problem. */
  readonly choose: (file: File) => Promise<void>
  /** Sets the photo from a file or from a frame of the preview. @returns whether it is a picture */
  readonly take: (source: Blob) => Promise<boolean>
  /** Sets the photo of an earlier ring if this page has none. */
  readonly restore: (url: string) => Promise<void>
  readonly remove: () => void
  /** @param isRinging while true it is retried without limit */
  readonly send: (activityId: number, isRinging: () => boolean) => Promise<void>
  readonly delivery: PhotoDelivery['state']
}

type Deps = {
  readonly api: Api
  readonly connection: Connection
  /** Chosen in the form's file field before this code was loaded. */
  readonly first: File | undefined
}

const LONG_EDGE = 1280
const QUALITIES = [0.82, 0.7, 0.55, 0.4]

async function toJpeg(source: Blob): Promise<Blob | null> {
  const picture = await createImageBitmap(source)
  const scale = Math.min(1, LONG_EDGE / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  for (const quality of QUALITIES) {
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
    if (blob && blob.size <= PHOTO_BYTES) return blob
  }
  return null
}

export function createPhotoController({ api, connection, first }: Deps): PhotoController {
  const current = createStore<Photo | null>(null)
  const preview = createStore<PhotoPreviewState>({ isOpen: false, problem: null })
  const delivery = createPhotoDelivery((listener) => connection.on('register_success', listener))
  const waiting: Promise<boolean>[] = []

  function remove(): void {
    const photo = current.get()
    if (photo) URL.revokeObjectURL(photo.url)
    delivery.stop()
    current.set(null)
  }
  async function read(source: Blob): Promise<boolean> {
    const blob = await toJpeg(source).catch(() => null)
    if (!blob) return false
    remove()
    current.set({ blob, url: URL.createObjectURL(blob) })
    return true
  }
  function take(source: Blob): Promise<boolean> {
    const reading = read(source)
    waiting.push(reading)
    return reading
  }
  if (first && first.size > 0) void take(first)

  async function restore(url: string): Promise<void> {
    if (current.get()) return
    const answer = await fetch(url).catch(() => undefined)
    // The visitor may have taken another one during the request.
    if (answer?.ok && !current.get()) await take(await answer.blob())
  }

  return {
    current,
    preview,
    hasCamera: typeof navigator.mediaDevices?.getUserMedia === 'function',
    choose: async (file) => {
      const isPicture = await take(file)
      preview.set({ isOpen: false, problem: isPicture ? null : visitorTexts.photoUnreadable })
    },
    delivery: delivery.state,
    take,
    restore,
    remove,
    send: async (activityId, isRinging) => {
      await Promise.all(waiting)
      const photo = current.get()
      if (!photo) return
      await delivery.send({
        isRinging,
        upload: () => api.upload('doorbell.put_photo', { id: activityId }, photo.blob, { timeout: 30_000 }),
      })
    },
  }
}
