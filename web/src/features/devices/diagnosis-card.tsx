/** Which devices would ring now, which not, and why, for the account; each device's own reasons are in its card. */
import { BellSimpleRingingIcon, BellSlashIcon, CheckCircleIcon, type Icon, WarningIcon } from '@phosphor-icons/react'
import type { UseQueryResult } from '@tanstack/react-query'
import { Button } from 'antd'
import type { Diagnosis } from '#proto/push.ts'
import { sharedTexts } from '../../core/texts/en-shared.ts'
import { Card, CardHead, ErrorState, type Tone } from '../../ui/primitives.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useNow } from '../../ui/use-now.ts'
import { useSinglePress } from '../../ui/use-single-press.ts'
import { summaryTitle } from './describe.ts'
import styles from './devices.module.css'
import { devicesTexts as t } from './en-devices.ts'
import { FaultRow } from './fault-row.tsx'
import { useTestRing } from './queries.ts'

type Props = {
  readonly diagnosis: Pick<UseQueryResult<Diagnosis>, 'data' | 'isError' | 'refetch'>
  /** The diagnosis, or the list below it, is still loading. */
  readonly isLoading: boolean
}

export function DiagnosisCard({ diagnosis: { data: known, isError, refetch }, isLoading }: Props) {
  const now = useNow()
  const data = isLoading ? undefined : known
  return (
    <Card label={t.diagnosis.title}>
      <CardHead title={t.diagnosis.title}>{data?.devices.length ? <TestAll /> : null}</CardHead>
      {data ? (
        <>
          <Summary {...data} />
          {data.account.length ? (
            <ul className={styles.faults}>
              {data.account.map((fault) => (
                <FaultRow key={fault.code} fault={fault} now={now} />
              ))}
            </ul>
          ) : null}
        </>
      ) : null}
      {isError && !known && !isLoading ? (
        <ErrorState text={t.diagnosis.failed} retry={sharedTexts.common.retry} onRetry={() => void refetch()} />
      ) : null}
      {isLoading ? <Skeleton className={styles.skeleton} rows={1} /> : null}
    </Card>
  )
}

type Said = { readonly tone: Tone; readonly icon: Icon; readonly title: string; readonly text: string }

function summaryOf({ account, devices }: Diagnosis): Said {
  const isQuiet = account.some(({ code }) => code === 'do_not_disturb' || code === 'quiet_hours')
  if (isQuiet) return { tone: 'amber', icon: BellSlashIcon, title: t.diagnosis.quiet, text: '' }
  const title = summaryTitle(devices)
  const doubtful = devices.filter(({ rings }) => rings === 'maybe').length
  const text = doubtful ? t.diagnosis.maybe(doubtful) : t.diagnosis.open
  if (devices.every(({ rings }) => rings === 'no')) return { tone: 'red', icon: BellSlashIcon, title, text }
  if (devices.every(({ rings }) => rings === 'yes')) return { tone: 'green', icon: CheckCircleIcon, title, text }
  return { tone: 'amber', icon: WarningIcon, title, text }
}

function Summary(diagnosis: Diagnosis) {
  const { tone, icon: SummaryIcon, title, text } = summaryOf(diagnosis)
  return (
    <div className={styles.summary} role="status">
      <span className={styles.sign} data-tone={tone} aria-hidden>
        <SummaryIcon size={22} weight="fill" />
      </span>
      <div>
        <strong>{title}</strong>
        {text ? <p>{text}</p> : null}
      </div>
    </div>
  )
}

function TestAll() {
  const ring = useTestRing()
  const guard = useSinglePress(ring)
  return (
    <Button
      size="small"
      icon={<BellSimpleRingingIcon size={18} aria-hidden />}
      aria-disabled={ring.isPending}
      disabled={!ring.press}
      onClick={() => ring.press && guard(ring.press)}
    >
      {ring.isPending ? t.test.ringing : t.test.all}
    </Button>
  )
}
