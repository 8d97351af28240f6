/** The resident's view of a call, in English; what both sides show is in callTexts. */
export const callViewTexts = {
  unknown: 'Unknown Caller',
  visitorVideo: (name: string) => `Video from ${name}`,
  reconnectingText: 'The connection was lost. One moment, please.',
  waiting: (name: string) => `Waiting for ${name}`,
  waitingText: 'Their phone shows that you are calling.',
  noCamera: (name: string) => `${name} has not turned on the camera`,
  cameraOff: (name: string) => `${name} has turned off the camera`,
  takeOverText: 'None of your devices is in this call right now.',
  notNow: 'Not Now',
  backToDashboard: 'Back to the dashboard',
  returnToCall: 'Return to the call',
  returnText: (name: string) => `Your call with ${name} is still on.`,
  failedTitle: 'The call could not be connected',
  timer: 'Call time',
  controls: 'Call controls',
  waitingInCall: (name: string) => `${name} is at the door`,
} as const
