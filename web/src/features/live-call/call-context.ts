import { createContext, useContext } from 'react'
import type { CallController } from './call-controller.ts'

export const CallContext = createContext<CallController | undefined>(undefined)

export function useCallController(): CallController {
  const controller = useContext(CallContext)
  if (!controller) throw new Error('useCallController: no CallContext above this component')
  return controller
}
