/** The state of this device's pushes, for card and settings. */
import { useState } from 'react'
import type { PushState } from '../../core/push/push.ts'
import { useServices } from '../../core/services.ts'
import { useValue } from '../../core/use-value.ts'
import { useToast } from '../../ui/toasts.tsx'
import { type BrowserDescription, thisBrowser } from './browser-name.ts'
import { pushTexts } from './en-push.ts'

export type PushOfDevice = {
  readonly state: PushState
  readonly browser: BrowserDescription
  readonly isTurningOn: boolean
  /** The browser has answered without a prompt. */
  readonly wasNotAsked: boolean
  readonly turnOn: () => void
}

export function usePush(): PushOfDevice {
  const { push } = useServices()
  const state = useValue(push.state)
  const toast = useToast()
  const [browser] = useState(thisBrowser)
  const [asked, setAsked] = useState<'no' | 'pending' | 'yes'>('no')
  const turnOn = async () => {
    setAsked('pending')
    await push.turnOn()
    setAsked('yes')
    if (push.state.get().name === 'on') toast({ kind: 'success', ...pushTexts.done })
  }
  return {
    state,
    browser,
    isTurningOn: asked === 'pending',
    wasNotAsked: asked === 'yes' && state.name === 'ask',
    turnOn: () => void turnOn(),
  }
}
