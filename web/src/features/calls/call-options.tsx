/** Device choice, and on phones flip and pop out, for which the row has no room. */
import { Button } from 'antd'
import { type ReactNode, useEffect, useId, useState } from 'react'
import type { CallSession } from '../../core/media/call-session.ts'
import type { DeviceChoice, DeviceList, MediaState } from '../../core/media/media-state.ts'
import { canPictureInPicture } from '../../core/media/support.ts'
import { callTexts } from '../../core/texts/en-call.ts'
import { sharedTexts } from '../../core/texts/en-shared.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { recordingTexts } from './en-recording.ts'
import styles from './panels.module.css'

const EMPTY: DeviceList = { microphones: [], cameras: [], speakers: [] }

type Props = {
  readonly session: CallSession
  readonly media: MediaState
  readonly video: boolean
  readonly onPopOut: () => void
  readonly onClose: () => void
  /** The offer to record: on phones it is here. */
  readonly children: ReactNode
}

function Choice({
  label,
  devices,
  chosen,
  onChoose,
}: {
  label: string
  devices: readonly DeviceChoice[]
  chosen: string
  onChoose: (id: string) => void
}) {
  if (!devices.length) return null
  return (
    <label>
      <span>{label}</span>
      <select value={chosen} onChange={(event) => onChoose(event.target.value)}>
        {devices.some((device) => device.id === '') ? null : <option value="">{callTexts.browserDefault}</option>}
        {devices.map((device) => (
          <option key={device.id} value={device.id}>
            {device.label}
          </option>
        ))}
      </select>
    </label>
  )
}

export function CallOptions({ session, media, video, onPopOut, onClose, children }: Props) {
  const id = useId()
  const [devices, setDevices] = useState(EMPTY)
  useEffect(() => {
    let here = true
    const read = () => void session.listDevices().then((list) => here && setDevices(list))
    read()
    navigator.mediaDevices?.addEventListener('devicechange', read)
    return () => {
      here = false
      navigator.mediaDevices?.removeEventListener('devicechange', read)
    }
  }, [session])
  return (
    <Dialog labelledBy={id} className={styles.options} onEscape={onClose} onOutside={onClose}>
      {children ? (
        <section className={styles.onPhones}>
          <h2>{recordingTexts.title}</h2>
          {children}
        </section>
      ) : null}
      <h2 id={id}>{callTexts.devices}</h2>
      <Choice
        label={callTexts.microphoneDevice}
        devices={devices.microphones}
        chosen={media.chosen.microphone}
        onChoose={(device) => void session.choose('microphone', device)}
      />
      {video ? (
        <Choice
          label={callTexts.cameraDevice}
          devices={devices.cameras}
          chosen={media.chosen.camera}
          onChoose={(device) => void session.choose('camera', device)}
        />
      ) : null}
      <Choice
        label={callTexts.speakerDevice}
        devices={devices.speakers}
        chosen={media.chosen.speaker}
        onChoose={(device) => void session.choose('speaker', device)}
      />
      {media.silenced ? <p role="status">{callTexts.speakerSilenced}</p> : null}
      <div className={styles.optionRow}>
        {video && media.local.canFlip ? <Button onClick={() => void session.flip()}>{callTexts.flip}</Button> : null}
        {video && canPictureInPicture() ? (
          <Button
            onClick={() => {
              onClose()
              onPopOut()
            }}
          >
            {callTexts.popOut}
          </Button>
        ) : null}
        <Button onClick={() => session.setSilenced(!media.silenced)}>{media.silenced ? callTexts.unsilence : callTexts.silence}</Button>
        <Button type={children ? 'default' : 'primary'} onClick={onClose}>
          {sharedTexts.common.close}
        </Button>
      </div>
    </Dialog>
  )
}
