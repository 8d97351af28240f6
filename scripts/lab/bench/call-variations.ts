/** How the calls of `npm run bench -- call --count` differ. */
import type { Scene } from './call-scene.ts'
import { killService, killWorker, record, takeOver } from './call-scene.ts'

export type Variation = {
  readonly name: string
  /** Default video. */
  readonly kind?: 'audio'
  /** The visitor turns on the camera while it rings. */
  readonly camera?: boolean
  /** The resident presses as soon as the ring is shown, while media is still being prepared. */
  readonly isAtOnce?: boolean
  /** Another device of the resident rings too. */
  readonly device?: boolean
  /** The visitor has the ring open in two tabs. */
  readonly doorTab?: boolean
  /** Both windows of the resident answer. */
  readonly bothAnswer?: boolean
  readonly afterPress?: (scene: Scene) => Promise<void>
  /** What happens once media flows. */
  readonly inCall?: (scene: Scene) => Promise<void>
}

const ONE_PAGE: readonly Variation[] = [
  { name: 'video, camera on', camera: true },
  { name: 'video, camera off' },
  { name: 'audio', kind: 'audio' },
  { name: 'answered at once, camera on', camera: true, isAtOnce: true },
  { name: 'answered at once, camera off', isAtOnce: true },
  { name: 'two devices', camera: true, device: true },
  { name: "visitor's two tabs", camera: true, doorTab: true },
  { name: 'resident reloads', camera: true, inCall: ({ holder }) => holder.reload() },
  { name: 'visitor reloads', camera: true, inCall: ({ door }) => door.reload() },
  { name: "resident's socket cut after the press", camera: true, afterPress: ({ holder }) => holder.cutSocket() },
  { name: "visitor's socket cut after the press", camera: true, afterPress: ({ door }) => door.cutSocket() },
  { name: 'gateway killed after the press', camera: true, afterPress: (scene) => killService(scene, 'gateway') },
  { name: 'signaling killed after the press', camera: true, afterPress: (scene) => killService(scene, 'signaling') },
  { name: 'worker killed in the call', camera: true, inCall: killWorker },
  { name: 'sfu killed in the call', camera: true, inCall: (scene) => killService(scene, 'sfu') },
  { name: 'recording', camera: true, inCall: record },
]

/** With a second window of the resident's browser there are two more. */
const TWO_PAGES: readonly Variation[] = [
  { name: 'both windows answer', camera: true, bothAnswer: true },
  { name: 'both windows answer at once', bothAnswer: true, isAtOnce: true },
  { name: 'the other window takes over', camera: true, bothAnswer: true, inCall: takeOver },
]

export const variationsFor = (pages: number): readonly Variation[] => (pages === 2 ? [...TWO_PAGES, ...ONE_PAGE] : ONE_PAGE)
