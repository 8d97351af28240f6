import { workerPath } from '#scripts/media-worker/paths.ts'

/** The media worker's program that this run's stacks use. */
export const mediaWorker = () => process.env.MEDIASOUP_WORKER_BIN || workerPath()
