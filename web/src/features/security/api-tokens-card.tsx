/** API tokens: what programs may act for this account, and until when; created in a dialog, which shows the secret once. */
import { KeyIcon } from '@phosphor-icons/react'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import type { ApiToken } from '#proto/api-tokens.ts'
import { sharedTexts } from '../../core/texts/en-shared.ts'
import { Card, CardHead, ErrorState } from '../../ui/primitives.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { activityTime, calendarDate } from '../../ui/time.ts'
import { useNow } from '../../ui/use-now.ts'
import { useApiTokens, useRevokeApiToken } from './api-token-queries.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { apiTokenTexts as t } from './en-api-tokens.ts'
import { Row } from './row.tsx'
import styles from './security.module.css'
import { useReauthentication } from './use-reauthentication.tsx'

/** Few people create one. */
const ApiTokenDialog = lazy(async () => ({ default: (await import('./api-token-dialog.tsx')).ApiTokenDialog }))

export function ApiTokensCard() {
  const { run, dialog } = useReauthentication()
  const [isCreating, setIsCreating] = useState(false)
  const list = useApiTokens()
  return (
    <Card label={t.title}>
      <CardHead title={t.title} />
      {list.data?.length ? (
        <ul className={styles.rows}>
          {list.data.map((token) => (
            <TokenRow key={token.id} token={token} />
          ))}
        </ul>
      ) : null}
      {list.data?.length === 0 ? <p className={styles.hint}>{t.none}</p> : null}
      {list.isPending ? <Skeleton /> : null}
      {list.isError && !list.data ? (
        <ErrorState text={t.loadFailed} retry={sharedTexts.common.retry} onRetry={() => void list.refetch()} />
      ) : null}
      {list.data ? (
        <div className={styles.foot}>
          <Button onClick={() => setIsCreating(true)}>{t.create}</Button>
          <Button type="link" href="/api/docs" target="_blank">
            {t.documentation}
          </Button>
        </div>
      ) : null}
      {isCreating ? (
        <Suspense fallback={null}>
          <ApiTokenDialog run={run} onClose={() => setIsCreating(false)} />
        </Suspense>
      ) : null}
      {dialog}
    </Card>
  )
}

function expiryOf({ expiresAt }: ApiToken, now: Date): string | undefined {
  if (!expiresAt) return undefined
  const date = calendarDate(expiresAt)
  return Date.parse(expiresAt) <= now.getTime() ? t.expired(date) : t.expires(date)
}

function TokenRow({ token }: { readonly token: ApiToken }) {
  const now = useNow()
  const revoke = useRevokeApiToken()
  const [isAsking, setIsAsking] = useState(false)
  const { id, name, scopes, lastUsedAt } = token
  const expiry = expiryOf(token, now)
  return (
    <Row
      icon={<KeyIcon size={22} />}
      title={name}
      text={
        <>
          <span>{lastUsedAt ? t.used(activityTime(lastUsedAt, now)) : t.unused}</span>
          <br />
          {expiry ? (
            <>
              <span>{expiry}</span>
              <br />
            </>
          ) : null}
          <span>{scopes.map((scope) => t.scopes[scope] ?? scope).join(' · ')}</span>
        </>
      }
      below={
        <Button size="small" aria-label={t.revokeOf(name)} onClick={() => setIsAsking(true)}>
          {t.revoke}
        </Button>
      }
    >
      {isAsking ? (
        <ConfirmDialog
          title={t.revokeTitle(name)}
          text={t.revokeText}
          cancel={sharedTexts.common.cancel}
          confirm={t.revoke}
          confirming={t.revoking}
          onConfirm={() => revoke.mutateAsync(id)}
          onClose={() => setIsAsking(false)}
        />
      ) : null}
    </Row>
  )
}
