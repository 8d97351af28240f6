/** Messages of a call in addition to the screen. The app shows each as a toast. */
import type { Activity, RecordingEnd } from '#proto/entities.ts'

export type CallNotice =
  /** `duringCall`: beside a running call, whose page shows toasts immediately. */
  | { readonly kind: 'ringDismissed'; readonly duringCall: boolean }
  | { readonly kind: 'dismissFailed' }
  | { readonly kind: 'passFailed' }
  | { readonly kind: 'chatWaits' }
  | { readonly kind: 'answerFailed' }
  /** `isRecorded`: its recording ended with it. */
  | { readonly kind: 'callEnded'; readonly isRecorded: boolean }
  | { readonly kind: 'endFailed' }
  /** @param message the server's, if any */
  | { readonly kind: 'callBackFailed'; readonly message: string | undefined }
  /** The visitor did not join; no decline was received. */
  | { readonly kind: 'callBackMissed'; readonly visitorAway: boolean }
  | { readonly kind: 'callBackDeclined'; readonly visitor: Activity }
  /** @param message the server's, if any */
  | { readonly kind: 'recordingRefused'; readonly message: string | undefined }
  | { readonly kind: 'recordingNotStopped' }
  | {
      readonly kind: 'recordingEnded'
      readonly reason: Exclude<RecordingEnd, 'call_ended'>
      /** Something was recorded. */
      readonly kept: boolean
      readonly visitor: Activity | undefined
    }
