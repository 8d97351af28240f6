import type { Bus } from '#kit/bus.ts'
import type { Log } from '#kit/log.ts'
import type { RecordingNode } from './recording.ts'

/** Signaling stores which node records. */
export const createRecordingNode = (bus: Bus, log: Log): RecordingNode => ({
  dropRecording: async (activityId, recordingId) => {
    await bus.call('signaling.drop_recording', { activityId, recordingId }, { timeout: 2_000 }).catch((err: unknown) => {
      log.warn({ err, activityId }, 'deleted recording not reported to signaling')
    })
  },
})
