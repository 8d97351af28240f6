/** A wall display whose session has ended: says so until somebody signs in, because nobody looks at a toast in the hallway. */
import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { WALL } from '../../core/return-path.ts'
import { CentrePage } from '../../ui/primitives.tsx'
import { useTitle } from '../../ui/use-title.ts'
import { wallTexts } from './en-wall.ts'
import styles from './wall.module.css'

const t = wallTexts.signedOut

export function WallSignedOut() {
  useTitle(wallTexts.title)
  const navigate = useNavigate()
  return (
    <CentrePage>
      <div className={styles.signedOut} role="alert">
        <h1>{t.title}</h1>
        <p>{t.text}</p>
      </div>
      <Button type="primary" size="large" onClick={() => void navigate('/auth', { state: { to: WALL } })}>
        {t.button}
      </Button>
    </CentrePage>
  )
}
