/** The app without its server, from the worker's cache: it says so, retries, and shows its page when it can. */
import { CloudSlashIcon, WifiSlashIcon } from '@phosphor-icons/react'
import { Button } from 'antd'
import { useSyncExternalStore } from 'react'
import { isOnline, onNetworkChange } from '../../core/page-events.ts'
import { sharedTexts } from '../../core/texts/en-shared.ts'
import { CentrePage, Spinner } from '../../ui/primitives.tsx'
import { useTitle } from '../../ui/use-title.ts'
import { shellTexts } from '../en-shell.ts'
import styles from './small-pages.module.css'

export function OfflinePage({ onRetry }: { readonly onRetry: () => void }) {
  const hasNetwork = useSyncExternalStore(onNetworkChange, isOnline)
  const t = hasNetwork ? shellTexts.offlinePage.server : shellTexts.offlinePage.device
  useTitle(t.title)
  return (
    <CentrePage mark={false}>
      <div className={styles.tile} aria-hidden>
        {hasNetwork ? <CloudSlashIcon size={32} /> : <WifiSlashIcon size={32} />}
      </div>
      <div role="status">
        <h1>{t.title}</h1>
        <p className={styles.hint}>{t.text}</p>
      </div>
      <p className={styles.trying}>
        <Spinner label="" />
        <span>{shellTexts.offlinePage.trying}</span>
      </p>
      <Button onClick={onRetry}>{sharedTexts.common.tryAgain}</Button>
    </CentrePage>
  )
}
