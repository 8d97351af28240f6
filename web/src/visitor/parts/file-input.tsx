/**
 * "Take a photo": a file field, for which the phone's own camera app takes the picture. The live code handles its presses and opens the
 * preview in the page instead; the element stays the same, because the camera app may be open while that code loads.
 */
import type { ChangeEvent, MouseEvent } from 'react'
import { visitorTexts } from '../en-visitor.ts'
import { Icon } from './icon.tsx'

type FileInputProps = {
  readonly isHidden?: boolean
  readonly onClick?: (event: MouseEvent) => void
  readonly onChoose?: (file: File) => void
}

export function FileInput({ isHidden, onClick, onChoose }: FileInputProps) {
  const texts = visitorTexts.form
  function change({ currentTarget }: ChangeEvent<HTMLInputElement>): void {
    const [file] = currentTarget.files ?? []
    if (!file || !onChoose) return
    onChoose(file)
    // So that the same picture can be chosen again.
    currentTarget.value = ''
  }
  return (
    <label className="photo" hidden={isHidden} onClickCapture={onClick}>
      <Icon name="camera" />
      <span>{texts.takePhoto}</span>
      <small>{texts.optional}</small>
      <input type="file" name="photo" accept="image/*" capture="environment" onChange={change} />
    </label>
  )
}
