/** Elements that play a stream; the session keeps the tracks. */
import { useEffect, useRef } from 'react'
import type { CallSession } from '../../core/media/call-session.ts'
import { callTexts } from '../../core/texts/en-call.ts'
import { CallPicture } from '../../ui/call-picture.tsx'
import { classes } from '../../ui/primitives.tsx'
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

/** The visitor's video and sound. Without video it is the same element: the sound continues when an audio call becomes a video call. */
export function RemoteVideo({ session, ...picture }: RemoteVideoProps) {
  const video = useAttached<HTMLVideoElement>(session, 'remote')
  return <CallPicture video={video} id="remote-video" {...picture} />
}

/** The self view, mirrored unless the camera faces away. */
export function SelfView({ session, mirrored }: { session: Attachable | undefined; mirrored: boolean }) {
  const ref = useAttached<HTMLVideoElement>(session, 'self')
  return (
    <div className={styles.self}>
      <video ref={ref} className={classes(mirrored && styles.mirrored)} aria-label={callTexts.you} autoPlay playsInline muted />
      <span aria-hidden="true">{callTexts.you}</span>
    </div>
  )
}
