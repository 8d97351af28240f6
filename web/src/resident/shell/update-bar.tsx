/** A new version of the app is ready. Nothing is loaded anew by itself, and nothing is said while it rings or in a call. */
import { Button } from 'antd'
import { useServices } from '../../core/services.ts'
import { useValue } from '../../core/use-value.ts'
import { useScreen } from '../../features/live-call/live-store.ts'
import { shellTexts } from '../en-shell.ts'
import styles from './shell.module.css'

const t = shellTexts.update

export function UpdateBar() {
  const { worker } = useServices()
  const { mode } = useScreen()
  const hasUpdate = useValue(worker.hasUpdate)
  const isQuiet = mode === 'main' || mode === 'message'
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
