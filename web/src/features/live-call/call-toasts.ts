/** The toast of each notice of the live call. */
import { callTexts } from '../../core/texts/en-call.ts'
import { sharedTexts } from '../../core/texts/en-shared.ts'
import { nameOf } from '../../ui/activity-texts.ts'
import type { Toast } from '../../ui/toasts.tsx'
import { liveTexts } from './en-live-call.ts'
import type { CallNotice } from './notice.ts'

const { errorTitle, unexpected } = sharedTexts.common

export function toastOf(notice: CallNotice): Toast {
  switch (notice.kind) {
    case 'ringDismissed':
      return { kind: 'success', title: liveTexts.dismissedToast, ofRing: !notice.duringCall }
    case 'dismissFailed':
      return { kind: 'failure', title: errorTitle, text: liveTexts.dismissFailed, ofRing: true }
    case 'chatWaits':
      return { kind: 'success', title: liveTexts.chatWaits }
    case 'answerFailed':
      return { kind: 'failure', title: errorTitle, text: sharedTexts.ring.answerFailed }
    case 'callEnded':
      return { kind: 'success', title: callTexts.callEnded }
    case 'endFailed':
      return { kind: 'failure', ...callTexts.endFailed }
    case 'callBackFailed':
      return { kind: 'failure', title: errorTitle, text: notice.message ?? unexpected }
    case 'callBackMissed':
      return { kind: notice.visitorAway ? 'success' : 'message', title: callTexts.callEnded }
    case 'callBackDeclined':
      return { kind: 'message', title: liveTexts.chat.prefersWriting(nameOf(notice.visitor)) }
    default:
      return notice satisfies never
  }
}
