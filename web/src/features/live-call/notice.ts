/** What a call tells its resident besides the screen. The app shows each as a toast. */
import type { Activity } from '#proto/entities.ts'

export type CallNotice =
  /** `duringCall`: beside a running call, whose page shows toasts at once. */
  | { readonly kind: 'ringDismissed'; readonly duringCall: boolean }
  | { readonly kind: 'dismissFailed' }
  | { readonly kind: 'chatWaits' }
  | { readonly kind: 'answerFailed' }
  | { readonly kind: 'callEnded' }
  | { readonly kind: 'endFailed' }
  /** @param message the server's, if any */
  | { readonly kind: 'callBackFailed'; readonly message: string | undefined }
  /** The visitor did not join, as far as is known without declining. */
  | { readonly kind: 'callBackMissed'; readonly visitorAway: boolean }
  | { readonly kind: 'callBackDeclined'; readonly visitor: Activity }
