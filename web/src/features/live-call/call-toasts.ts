/** The toast of each notice of the live call. */
import type { RecordingEnd } from '#proto/entities.ts'
import { callTexts } from '../../core/texts/en-call.ts'
import { sharedTexts } from '../../core/texts/en-shared.ts'
import { visitorNameOf } from '../../ui/activity-texts.ts'
import type { Toast } from '../../ui/toasts.tsx'
import { liveTexts } from './en-live-call.ts'
import type { CallNotice } from './notice.ts'

const { errorTitle, unexpected } = sharedTexts.common
const { recording } = liveTexts

export function toastOf(notice: CallNotice): Toast {
  switch (notice.kind) {
    case 'ringDismissed':
      return { kind: 'success', title: liveTexts.dismissedToast, ofRing: !notice.duringCall }
    case 'passFailed':
      return { kind: 'failure', title: errorTitle, text: liveTexts.passFailed, ofRing: true }
    case 'dismissFailed':
      return { kind: 'failure', title: errorTitle, text: liveTexts.dismissFailed, ofRing: true }
    case 'chatWaits':
      return { kind: 'success', title: liveTexts.chatWaits }
    case 'answerFailed':
      return { kind: 'failure', title: errorTitle, text: sharedTexts.ring.answerFailed }
    case 'callEnded':
      return { kind: 'success', title: callTexts.callEnded, ...(notice.isRecorded ? { text: recording.inHistory } : {}) }
    case 'endFailed':
      return { kind: 'failure', ...callTexts.endFailed }
    case 'callBackFailed':
      return { kind: 'failure', title: errorTitle, text: notice.message ?? unexpected }
    case 'callBackMissed':
      return { kind: notice.visitorAway ? 'success' : 'message', title: callTexts.callEnded }
    case 'callBackDeclined':
      return { kind: 'message', title: liveTexts.chat.prefersWriting(visitorNameOf(notice.visitor)) }
    case 'recordingRefused':
      return { kind: 'failure', title: recording.nothingKept, text: notice.message ?? unexpected }
    case 'recordingNotStopped':
      return { kind: 'failure', title: errorTitle, text: recording.notStopped }
    case 'recordingEnded':
      return recordingToast(notice)
    default:
      return notice satisfies never
  }
}

/** Ends that the resident has to do something about, or that should not happen. */
const PROBLEMS: readonly RecordingEnd[] = ['not_shown', 'storage_full', 'disk_full', 'failed']

type EndTexts = Readonly<Partial<Record<RecordingEnd, (name: string) => string>>>
const TITLES: EndTexts = recording.titles
const TEXTS: EndTexts = recording.texts

function recordingToast({ reason, kept, visitor }: Extract<CallNotice, { kind: 'recordingEnded' }>): Toast {
  const name = visitor ? visitorNameOf(visitor) : sharedTexts.activity.unknownVisitor
  return {
    kind: PROBLEMS.includes(reason) ? 'failure' : 'info',
    title: TITLES[reason]?.(name) ?? (kept ? recording.stopped : recording.nothingKept),
    text: TEXTS[reason]?.(name) ?? (kept ? recording.inHistory : recording.nothingRecorded),
  }
}
