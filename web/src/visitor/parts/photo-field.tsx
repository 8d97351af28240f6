/** The form's photo: the file field, and from the live code the preview and the photo. */
import type { ComponentType } from 'react'
import { constantStore } from '../../core/store.ts'
import { useValue } from '../../core/use-value.ts'
import type { VisitorPage } from '../page/visitor-page.ts'
import { FileInput } from './file-input.tsx'

const NO_PHOTO = constantStore(null)
const NO_PREVIEW = constantStore({ isOpen: false, problem: null })

type LivePhoto = {
  readonly page: Pick<VisitorPage, 'photo'>
  readonly PhotoRow: ComponentType<Pick<VisitorPage, 'photo'>>
}
type PhotoFieldProps = { readonly live: LivePhoto | null; readonly error?: string | undefined }

export function PhotoField({ live, error }: PhotoFieldProps) {
  const photo = live?.page.photo
  const isTaken = useValue(photo?.current ?? NO_PHOTO) !== null
  const { isOpen, problem } = useValue(photo?.preview ?? NO_PREVIEW)
  return (
    <div>
      {live && <live.PhotoRow photo={live.page.photo} />}
      <FileInput
        isHidden={isTaken || isOpen}
        onClick={(event) => {
          // After a problem with the camera the file field is the alternative.
          if (!photo?.hasCamera || problem) return
          event.preventDefault()
          photo.preview.set({ isOpen: true, problem: null })
        }}
        onChoose={photo && ((file) => void photo.choose?.(file))}
      />
      {error && <em>{error}</em>}
    </div>
  )
}
