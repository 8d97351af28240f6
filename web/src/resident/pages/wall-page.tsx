/** /wall: the display, if this session is one; otherwise the card that makes it one. */
import { useCallback } from 'react'
import { NavigationType, useLocation, useNavigate, useNavigationType } from 'react-router'
import { useSignedIn } from '../../core/queries/user.ts'
import { returnPath, WALL } from '../../core/return-path.ts'
import { useScreen } from '../../features/live-call/live-store.ts'
import { wallTexts } from '../../features/wall/en-wall.ts'
import { StartWall } from '../../features/wall/start-wall.tsx'
import { WallDisplay } from '../../features/wall/wall-display.tsx'
import { CentrePage } from '../../ui/primitives.tsx'
import { useTitle } from '../../ui/use-title.ts'

export function WallPage() {
  const user = useSignedIn()
  const screen = useScreen()
  const navigate = useNavigate()
  // A reload restores the entry with its state, but without a new request.
  const isReloaded = useNavigationType() === NavigationType.Pop
  const state = useLocation().state as { readonly asked?: unknown } | null
  const asked = isReloaded ? undefined : state?.asked
  const forget = useCallback(() => void navigate(WALL, { replace: true }), [navigate])
  if (!user.wall) return <StartPage />
  return (
    <WallDisplay
      user={user}
      isBusy={screen.mode !== 'main'}
      asked={asked === undefined ? undefined : returnPath(asked)}
      onAnswered={forget}
    />
  )
}

function StartPage() {
  useTitle(wallTexts.title)
  return (
    <CentrePage>
      <StartWall isAlone />
    </CentrePage>
  )
}
