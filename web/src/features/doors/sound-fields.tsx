/** How this door rings. Premium-only choices are shown and labelled, not hidden. */
import { PlayIcon, UploadSimpleIcon } from '@phosphor-icons/react'
import { Button } from 'antd'
import { useEffect, useId, useRef, useState } from 'react'
import type { Door, DoorSound } from '#proto/doors.ts'
import { CHIMES } from '#proto/limits.ts'
import { IconButton } from '../../ui/primitives.tsx'
import { succeeds } from './actions.ts'
import styles from './doors.module.css'
import type { Part } from './draft.ts'
import { doorsTexts as t } from './en-doors.ts'

type Props = Part & { readonly door: Door; readonly premium: boolean; readonly onUpload: (file: Blob) => Promise<unknown> }

const CHOICES = Object.keys(CHIMES) as (keyof typeof CHIMES)[]

export function SoundFields({ draft, set, door, premium, onUpload }: Props) {
  const id = useId()
  const play = usePlayer()
  const choices: DoorSound[] = [...CHOICES, ...(door.hasCustomSound ? (['custom'] as const) : [])]
  const urlOf = (sound: DoorSound) => (sound === 'custom' ? `/api/doors/${door.id}/sound` : CHIMES[sound])
  return (
    <fieldset className={styles.group}>
      <legend>{t.sound}</legend>
      {choices.map((sound) => (
        <div className={styles.sound} key={sound}>
          <label>
            <input
              type="radio"
              name={`${id}s`}
              checked={draft.sound === sound}
              disabled={!premium && sound !== 'standard'}
              onChange={() => set({ sound })}
            />
            <span>{t.sounds[sound]}</span>
          </label>
          <IconButton look="quiet" label={t.play(t.sounds[sound])} onClick={() => play(urlOf(sound))}>
            <PlayIcon size={18} weight="fill" aria-hidden />
          </IconButton>
        </div>
      ))}
      {premium ? <Upload onUpload={onUpload} onDone={() => set({ sound: 'custom' })} /> : <p className={styles.hint}>{t.soundPremium}</p>}
    </fieldset>
  )
}

function Upload({ onUpload, onDone }: { onUpload: (file: Blob) => Promise<unknown>; onDone: () => void }) {
  const input = useRef<HTMLInputElement>(null)
  const [pending, setPending] = useState(false)
  const take = async (file: File | undefined) => {
    if (!file) return
    setPending(true)
    if (await succeeds(onUpload(file))) onDone()
    setPending(false)
    // Cleared so that choosing the same file again fires `change`.
    if (input.current) input.current.value = ''
  }
  return (
    <div className={styles.upload}>
      <input
        ref={input}
        type="file"
        accept="audio/mpeg,.mp3"
        aria-label={t.upload}
        hidden
        onChange={(event) => void take(event.target.files?.[0])}
      />
      <Button size="small" loading={pending} icon={<UploadSimpleIcon size={18} aria-hidden />} onClick={() => input.current?.click()}>
        {pending ? t.uploading : t.upload}
      </Button>
      <span className={styles.hint}>{t.uploadHint}</span>
    </div>
  )
}

/** Plays one sound at a time; unmounting stops it. */
function usePlayer(): (url: string) => void {
  const playing = useRef<HTMLAudioElement>(null)
  useEffect(() => () => playing.current?.pause(), [])
  return (url) => {
    playing.current?.pause()
    const audio = new Audio(url)
    playing.current = audio
    // A refused preview needs no toast: the choice is kept either way.
    void audio.play().catch(() => undefined)
  }
}
