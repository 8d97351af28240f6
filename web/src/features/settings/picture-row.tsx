/** The account's picture or initials, with upload and remove. */
import { CameraIcon, TrashIcon } from '@phosphor-icons/react'
import { Button } from 'antd'
import { useRef, useState } from 'react'
import type { User } from '#proto/entities.ts'
import { initials } from '../../ui/initials.ts'
import { CropDialog } from './crop-dialog.tsx'
import { settingsTexts } from './en-settings.ts'
import { readPicture } from './picture-file.ts'
import styles from './settings.module.css'

const t = settingsTexts.picture

export type PictureProps = {
  readonly user: User
  readonly removing: boolean
  /** Resolves when the picture is stored; shows its own error. */
  readonly onPicture: (picture: Blob) => Promise<unknown>
  readonly onRemove: () => void
  readonly onUnreadable: () => void
}

export function PictureRow({ user, removing, onPicture, onRemove, onUnreadable }: PictureProps) {
  const input = useRef<HTMLInputElement>(null)
  const [image, setImage] = useState<HTMLImageElement>()
  const take = async (file: File | undefined) => {
    if (!file) return
    await readPicture(file).then(setImage, onUnreadable)
    // Cleared so that choosing the same file again fires `change`.
    if (input.current) input.current.value = ''
  }
  const name = `${user.firstName} ${user.lastName}`
  return (
    <div className={styles.picture}>
      <div className={styles.portrait} role="img" aria-label={t.of(name)}>
        {user.pictureUrl ? <img src={user.pictureUrl} alt="" /> : <span aria-hidden>{initials(user.firstName, user.lastName)}</span>}
      </div>
      <strong>{name}</strong>
      <input
        ref={input}
        type="file"
        accept="image/*"
        aria-label={t.change}
        hidden
        onChange={(event) => void take(event.target.files?.[0])}
      />
      <div className={styles.acts}>
        <Button icon={<CameraIcon size={18} aria-hidden />} onClick={() => input.current?.click()}>
          {t.change}
        </Button>
        {user.pictureUrl ? (
          <Button type="text" danger icon={<TrashIcon size={18} aria-hidden />} disabled={removing} onClick={onRemove}>
            {t.remove}
          </Button>
        ) : null}
      </div>
      {image ? (
        <CropDialog
          image={image}
          onUse={async (picture) => {
            await onPicture(picture)
            setImage(undefined)
          }}
          onClose={() => setImage(undefined)}
        />
      ) : null}
    </div>
  )
}
