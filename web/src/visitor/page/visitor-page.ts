/** The interface of the visitor's page for its components: stores that they read, and actions. @see create-visitor-page.ts */
import type { ComponentType } from 'react'
import type { Purpose } from '#proto/entities.ts'
import type { ConnectionState } from '../../core/socket.ts'
import type { Store } from '../../core/store.ts'
import type { VisitEvent } from '../state/visit-state.ts'
import type { VisitorCallController } from './call-controller.ts'
import type { ChatController } from './chat-controller.ts'
import type { RingDraft } from './draft.ts'
import type { FormPage } from './form-page.ts'
import type { PhotoController } from './photo-controller.ts'
import type { VisitorToasts } from './toasts.ts'

/** The call's view. */
export type Stage = ComponentType<{ readonly page: VisitorPage; readonly label: string | undefined }>

/** The stores of a controller, which a page has from the start, and its actions, which it has once it is hydrated. */
type Shown<Controller, Stores extends keyof Controller> = Pick<Controller, Stores> & Partial<Controller>

/** Server-rendered it has no actions (unhydrated-page.ts). */
export type VisitorPage = FormPage & {
  readonly connection: { readonly state: Store<Pick<ConnectionState, 'registered' | 'silent' | 'online' | 'blocked'>> }
  readonly chat: Shown<ChatController, 'current' | 'draft'>
  readonly calls: Shown<VisitorCallController, 'session' | 'entry'>
  readonly photo: Shown<PhotoController, 'current' | 'preview' | 'delivery'>
  readonly toasts: Shown<VisitorToasts, 'current'>
  /** The call's view; null until it has loaded. */
  readonly stage: Store<Stage | null>
} & Partial<VisitorActions>

export type HydratedPage = VisitorPage &
  VisitorActions & {
    readonly chat: ChatController
    readonly calls: VisitorCallController
    readonly photo: PhotoController
    readonly toasts: VisitorToasts
  }

type VisitorActions = {
  /** Sends the photo to the current visit. */
  readonly sendPhoto: () => void
  readonly recording: RecordingActions
  readonly loadStage: () => void
  readonly dispatch: (event: VisitEvent) => void
  /** Connects, and continues the start state's visit: once the page is hydrated, because it changes what is shown. */
  readonly begin: () => void
  /** Rings with the form's texts, or with a chip that fills the empty ones (docs/product/decisions.md, 5). */
  readonly ring: (draft: RingDraft, purpose?: Purpose) => void
  readonly callAgain: () => void
  /** The guest of an invite joins: rings the owner. */
  readonly joinInvite: () => void
  readonly cancel: () => void
  readonly tryAgain: () => void
  readonly hangUp: () => void
  readonly join: () => void
  readonly stay: () => void
  readonly close: () => void
}

/** docs/product/decisions.md, 19. */
export type RecordingActions = {
  readonly answer: (recordingId: string, allowed: boolean) => void
  readonly stop: () => void
  /** The REC mark is on the screen. */
  readonly shown: (recordingId: string) => void
}
