import type { Bus } from '#kit/bus.ts'
import { systemCaller } from '#kit/handlers.ts'
import type { DoorbellClient } from '../domain/ports.ts'

export const createDoorbellClient = (bus: Bus): DoorbellClient => ({
  claim: (input, caller) => bus.call('doorbell.claim', input, { caller }),
  facts: (activityId) => bus.call('doorbell.ring_facts', { activityId }, { caller: systemCaller('') }),
  cancelLive: (activityId, caller) => bus.call('doorbell.cancel_live', { activityId }, { caller }),
  reportVisitorAway: async (activityId, isAway, caller) => {
    await bus.call('doorbell.receipt', { activityId, state: isAway ? 'hidden' : 'visible' }, { caller })
  },
  recordCall: async (input) => {
    await bus.call('doorbell.record_call', input)
  },
  checkRecording: (activityId) => bus.call('doorbell.check_recording', { activityId }),
  openRecording: (input) => bus.call('doorbell.open_recording', input),
  addRecordingStep: async (input) => {
    await bus.call('doorbell.recording_step', input)
  },
  closeRecording: async (input) => {
    await bus.call('doorbell.close_recording', input)
  },
})
