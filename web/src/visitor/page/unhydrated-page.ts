/** The server-rendered part of a visit: the start state in stores that never change. It has no actions. */
import { constantStore, createStore } from '../../core/store.ts'
import type { FormPage } from './form-page.ts'
import type { PhotoPreviewState } from './photo-controller.ts'
import { unhydratedChat } from './unhydrated-chat.ts'
import type { VisitorPage } from './visitor-page.ts'

export function createUnhydratedPage(form: FormPage): VisitorPage {
  const { visit } = form.start
  return {
    ...form,
    connection: { state: constantStore({ registered: false, silent: false, online: true, blocked: false }) },
    chat: { current: constantStore(visit && unhydratedChat(visit)), draft: createStore('') },
    calls: { session: constantStore(null), entry: constantStore('none') },
    photo: {
      current: constantStore(null),
      preview: createStore<PhotoPreviewState>({ isOpen: false, problem: null }),
      delivery: constantStore('none'),
    },
    toasts: { current: constantStore(null) },
    stage: constantStore(null),
  }
}
