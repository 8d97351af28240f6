/** A visit's page as the server renders it: nothing of it changes, and nothing can be pressed. */
import { constantStore } from '../../core/store.ts'
import type { FormPage } from './form-page.ts'
import { stillChat } from './still-chat.ts'
import type { VisitorPage } from './visitor-page.ts'

const nothing = () => undefined
const never = async () => undefined

export function createStillPage(form: FormPage): VisitorPage {
  const { visit } = form.start
  return {
    ...form,
    connection: { state: constantStore({ registered: false, silent: false, online: true, blocked: false }) },
    chat: {
      current: constantStore(visit && stillChat(visit)),
      draft: { ...constantStore(''), set: nothing },
      mergeVisit: nothing,
      forget: nothing,
      send: () => false,
    },
    calls: {
      session: constantStore(null),
      entry: constantStore('none' as const),
      turnOn: never,
      turnOff: never,
      returnToCall: nothing,
      applyState: nothing,
      stop: nothing,
    },
    photo: {
      current: constantStore(null),
      preview: { ...constantStore({ isOpen: false, problem: null }), set: nothing },
      hasCamera: false,
      choose: never,
      take: async () => false,
      restore: never,
      remove: nothing,
      send: never,
      delivery: constantStore('none' as const),
    },
    sendPhoto: nothing,
    recording: { answer: nothing, stop: nothing, shown: nothing },
    toasts: { current: constantStore(null), show: nothing, dismissAnswer: nothing, close: nothing },
    stage: constantStore(null),
    loadStage: nothing,
    begin: nothing,
    dispatch: nothing,
    ring: nothing,
    callAgain: nothing,
    joinInvite: nothing,
    cancel: nothing,
    tryAgain: nothing,
    hangUp: nothing,
    join: nothing,
    stay: nothing,
    close: nothing,
  }
}
