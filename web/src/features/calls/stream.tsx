/** Elements that show or play a stream; tracks stay in the session. */
import { useEffect, useRef } from 'react'
import type { CallSession } from '../../core/media/call-session.ts'
import { callTexts } from '../../core/texts/en-call.ts'
import { CallPicture } from '../../ui/call-picture.tsx'
import { classes } from '../../ui/parts.tsx'
import styles from './calls.module.css'

type Attachable = Pick<CallSession, 'attach'>

function useAttached<E extends HTMLMediaElement>(session: Attachable | undefined, what: 'remote' | 'self') {
  const ref = useRef<E>(null)
  useEffect(() => (session && ref.current ? session.attach(what, ref.current) : undefined), [session, what])
  return ref
}

type RemoteVideoProps = {
  readonly session: Attachable | undefined
  readonly label: string
  readonly shown: boolean
  readonly lost: boolean
}

/** The visitor: picture and voice. It stays mounted while the picture is off, because the voice goes on. */
export function RemoteVideo({ session, ...picture }: RemoteVideoProps) {
  const video = useAttached<HTMLVideoElement>(session, 'remote')
  return <CallPicture video={video} id="remote-video" {...picture} />
}

export function RemoteAudio({ session }: { session: Attachable | undefined }) {
  const ref = useAttached<HTMLAudioElement>(session, 'remote')
  return <audio ref={ref} autoPlay />
}

/** The small view of oneself, mirrored like a mirror unless the camera looks away. */
export function SelfView({ session, mirrored }: { session: Attachable | undefined; mirrored: boolean }) {
  const ref = useAttached<HTMLVideoElement>(session, 'self')
  return (
    <div className={styles.self}>
      <video ref={ref} className={classes(mirrored && styles.mirrored)} aria-label={callTexts.you} autoPlay playsInline muted />
      <span aria-hidden="true">{callTexts.you}</span>
    </div>
  )
}
