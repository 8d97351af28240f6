/**
 * /wall without a session. A wall display whose session has ended says so until a user signs in, because a toast would not be noticed in
 * the hallway; any other browser shows what a wall display is.
 */
import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { WALL } from '../../core/return-path.ts'
import { useServices } from '../../core/services.ts'
import { CentrePage } from '../../ui/primitives.tsx'
import { useTitle } from '../../ui/use-title.ts'
import { wallTexts } from './en-wall.ts'
import styles from './wall.module.css'

const t = wallTexts.signedOut

export function WallSignedOut() {
  useTitle(wallTexts.title)
  const navigate = useNavigate()
  const wasWall = useServices().wallRecord.get()
  return (
    <CentrePage legal>
      <div className={styles.signedOut} role={wasWall ? 'alert' : undefined}>
        <h1>{wasWall ? t.title : wallTexts.title}</h1>
        <p>{wasWall ? t.text : t.about}</p>
      </div>
      <Button type="primary" size="large" onClick={() => void navigate('/auth', { state: { to: WALL } })}>
        {t.button}
      </Button>
    </CentrePage>
  )
}
