/** Opens one live ring, and does the action that was pressed on its notification. */
import type { Activity, User } from '#proto/entities.ts'
import { hasCalls } from '../../core/homes.ts'
import { canCall, isPermitted, maySound } from '../../core/media/support.ts'
import { useServices } from '../../core/services.ts'
import { useCallController } from './call-context.ts'
import type { CallController } from './call-controller.ts'
import type { Answer } from './transitions.ts'

/** An answer that would be without sound, or would need a permission prompt, is not given: the modal has the same buttons. */
const canAnswerByAudio = async () => canCall() && (await isPermitted('microphone')) && (await maySound())

/** @returns undefined where the resident has to choose in the modal */
async function answerOf(action: string | null, isMessageOnly: boolean): Promise<Answer | undefined> {
  if (action === 'ignore') return 'dismiss'
  if (action === 'message' || (action === 'answer' && isMessageOnly)) return 'message'
  return action === 'answer' && (await canAnswerByAudio()) ? 'audio' : undefined
}

function give(controller: CallController, activityId: number, answer: Answer): void {
  const screen = controller.screen()
  const isAsked = screen.mode === 'ringing' && screen.activityId === activityId && screen.step.name === 'asking'
  if (isAsked) void controller.answer(activityId, answer)
  else if ((screen.mode === 'videoCall' || screen.mode === 'audioCall') && answer !== 'audio')
    void controller.answerDuringCall(activityId, answer === 'dismiss' ? 'dismissed' : 'message')
}

/** @returns a function that shows a live ring, and does the action in `search`, if a press on its notification confirms it */
export function useOpenRing(user: User): (ring: Activity, search: string, page?: Promise<void>) => void {
  const { worker } = useServices()
  const controller = useCallController()
  return (ring, search, page) => {
    controller.show({ type: 'ringOpened', activityId: ring.id })
    const open = async () => {
      if (!(await worker.takePress(`/rings/${ring.id}${search}`))) return
      const answer = await answerOf(new URLSearchParams(search).get('action'), !hasCalls(ring, user))
      // An answer may open a chat, which is an entry of the page's history: the page must be mounted first.
      await page
      if (answer) give(controller, ring.id, answer)
    }
    if (search) void open()
  }
}
