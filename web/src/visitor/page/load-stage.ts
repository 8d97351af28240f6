/** Loads the call's view: a separate chunk, because most visits have no call. */
import type { WritableStore } from '../../core/store.ts'
import type { Stage } from './visitor-page.ts'

const RETRY_AFTER = 2_000

/** Sets the store once the view has loaded; retried until then, because a weak network may lose it. */
export async function loadStage(stage: WritableStore<Stage | null>): Promise<void> {
  while (!stage.get()) {
    try {
      const { CallStage } = await import('../call/call-stage.tsx')
      stage.set(CallStage)
    } catch {
      await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER))
    }
  }
}
