import { type HandlersOf, handlers } from '#kit/handlers.ts'
import { hangUp } from '../domain/answer/hang-up.ts'
import { joinCall } from '../domain/answer/join-call.ts'
import { respond } from '../domain/answer/respond.ts'
import { answerMedia } from '../domain/media/media-requests.ts'
import { answerRecording, dropRecording, recordingShown, startRecording, stopRecording } from '../domain/media/steer-recording.ts'
import type { CallDeps } from '../domain/ports.ts'
import { forgetOwner } from '../domain/presence/forget-owner.ts'
import { resume } from '../domain/presence/resume.ts'
import { socketNews } from '../domain/presence/sockets.ts'

export const calls = (deps: CallDeps): HandlersOf<'signaling'> =>
  handlers('signaling', {
    respond: async ({ input, caller }) => {
      const { visitorId: activityId, accepted, communicationType = 'video', reasonCode } = input
      return { frames: await respond(deps, { activityId, accepted, communicationType, reasonCode, caller }) }
    },
    join_call: async ({ input, caller }) => ({ frames: await joinCall(deps, input.activityId, caller) }),
    media: async ({ input, caller }) => ({ frames: await answerMedia(deps, { ...input, caller }) }),
    start_recording: async ({ input, caller }) => ({ frames: await startRecording(deps, input.activityId, caller) }),
    stop_recording: async ({ input, caller }) => ({ frames: await stopRecording(deps, input.activityId, caller) }),
    answer_recording: async ({ input, caller }) => ({ frames: await answerRecording(deps, input, caller) }),
    recording_shown: async ({ input, caller }) => ({ frames: await recordingShown(deps, input.activityId, input.recordingId, caller) }),
    resume: async ({ input, caller }) => ({ frames: await resume(deps, input.as, input.activityId, caller) }),
    socket: async ({ input, caller }) => {
      await socketNews(deps, input, caller)
      return {}
    },
    drop_recording: async ({ input }) => {
      await dropRecording(deps, input.activityId, input.recordingId)
      return {}
    },
    forget_owner: async ({ input }) => {
      await forgetOwner(deps, input.userId)
      return {}
    },
    hang_up: async ({ input }) => ({ ended: await hangUp(deps, input.activityId) }),
  })
