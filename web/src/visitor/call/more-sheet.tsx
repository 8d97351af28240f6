/** Device choice, speaker and picture-in-picture. */
import { type RefObject, useEffect, useState } from 'react'
import type { CallSession } from '../../core/media/call-session.ts'
import type { DeviceChoice, DeviceList, MediaState } from '../../core/media/media-state.ts'
import { canPictureInPicture } from '../../core/media/support.ts'
import { callTexts } from '../../core/texts/en-call.ts'

type MoreSheetProps = {
  readonly session: CallSession
  readonly media: MediaState
  readonly video: RefObject<HTMLVideoElement | null>
  readonly onClose: () => void
}

const NONE: DeviceList = { microphones: [], cameras: [], speakers: [] }

export function MoreSheet({ session, media, video, onClose }: MoreSheetProps) {
  const [devices, setDevices] = useState(NONE)
  useEffect(() => {
    const list = () => void session.listDevices().then(setDevices)
    list()
    navigator.mediaDevices.addEventListener('devicechange', list)
    return () => navigator.mediaDevices.removeEventListener('devicechange', list)
  }, [session])
  const { chosen, silenced } = media
  return (
    <section className="more" aria-label={callTexts.more}>
      <Choice
        label={callTexts.microphoneDevice}
        list={devices.microphones}
        value={chosen.microphone}
        onChoose={(id) => void session.choose('microphone', id)}
      />
      <Choice
        label={callTexts.cameraDevice}
        list={devices.cameras}
        value={chosen.camera}
        onChoose={(id) => void session.choose('camera', id)}
      />
      <Choice
        label={callTexts.speakerDevice}
        list={devices.speakers}
        value={chosen.speaker}
        onChoose={(id) => void session.choose('speaker', id)}
      />
      {devices.speakers.length === 0 && (
        <button type="button" className="btn" aria-pressed={silenced} onClick={() => session.setSilenced(!silenced)}>
          {silenced ? callTexts.unsilence : callTexts.silence}
        </button>
      )}
      {silenced && <p>{callTexts.speakerSilenced}</p>}
      {canPictureInPicture() && media.remote.camera && (
        <button type="button" className="btn" onClick={() => void popOut(video.current)}>
          {callTexts.popOut}
        </button>
      )}
      <button type="button" className="btn" onClick={onClose}>
        {callTexts.chatClose}
      </button>
    </section>
  )
}

/** If the browser refuses picture-in-picture, the video stays in the page. */
async function popOut(video: HTMLVideoElement | null): Promise<void> {
  await video?.requestPictureInPicture().catch(() => undefined)
}

type ChoiceProps = {
  readonly label: string
  readonly list: readonly DeviceChoice[]
  readonly value: string
  readonly onChoose: (id: string) => void
}

function Choice({ label, list, value, onChoose }: ChoiceProps) {
  if (list.length < 2) return null
  return (
    <label>
      <span>{label}</span>
      <select value={value} onChange={(event) => onChoose(event.currentTarget.value)}>
        {!list.some((device) => device.id === value) && <option value="">{callTexts.browserDefault}</option>}
        {list.map((device) => (
          <option key={device.id} value={device.id}>
            {device.label}
          </option>
        ))}
      </select>
    </label>
  )
}
