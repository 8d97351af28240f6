/**
 * A new version of the app is ready. It never reloads by itself, and is not shown while it rings, in a call, or in a chat with
 * a visitor at the door.
 */
import { Button } from 'antd'
import { useActivity } from '../../core/queries/activities.ts'
import { useServices } from '../../core/services.ts'
import { useValue } from '../../core/use-value.ts'
import { useScreen } from '../../features/live-call/live-store.ts'
import { useNow } from '../../ui/use-now.ts'
import { shellTexts } from '../en-shell.ts'
import { isAtTheDoor } from '../live/at-the-door.ts'
import styles from './shell.module.css'

const t = shellTexts.update

export function UpdateBar() {
  const { worker } = useServices()
  const screen = useScreen()
  const chatting = useActivity(screen.mode === 'message' ? screen.activityId : undefined)
  const now = useNow()
  const hasUpdate = useValue(worker.hasUpdate)
  const isQuiet = screen.mode === 'main' || (screen.mode === 'message' && !(chatting && isAtTheDoor(chatting, now.getTime())))
  return (
    <div className={hasUpdate && isQuiet ? styles.update : undefined} role="status">
      {hasUpdate && isQuiet ? (
        <>
          <span>{t.ready}</span>
          <Button type="link" size="small" onClick={worker.update}>
            {t.reload}
          </Button>
        </>
      ) : null}
    </div>
  )
}
