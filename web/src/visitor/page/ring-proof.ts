/** Computes the proof of work that a door under pressure requires, in a worker so that the page stays usable (record 0042). */
import type { RingWork } from '#proto/ring-proof.ts'

/**
 * @returns the proof
 * @throws when the browser cannot run the worker, or the signal's reason
 */
export function makeRingProof(work: RingWork, signal?: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const worker = new Worker(new URL('./ring-proof-worker.ts', import.meta.url))
    const end = () => worker.terminate()
    signal?.addEventListener('abort', () => {
      end()
      reject(signal.reason)
    })
    worker.addEventListener('message', ({ data }: MessageEvent<string>) => {
      end()
      resolve(data)
    })
    worker.addEventListener('error', (event) => {
      end()
      reject(new Error(event.message || 'the worker did not start'))
    })
    worker.postMessage(work)
  })
}
