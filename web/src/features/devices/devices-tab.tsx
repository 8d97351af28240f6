/** Settings › Devices: which would ring now, and each device with its ring times. */
import { WifiSlashIcon } from '@phosphor-icons/react'
import type { Diagnosis } from '#proto/push.ts'
import { useDevices } from '../../core/queries/devices.ts'
import { useReach } from '../../core/queries/use-reach.ts'
import { isCutOff } from '../../core/reach.ts'
import { sharedTexts } from '../../core/texts/en-shared.ts'
import { useZone } from '../../core/use-zone.ts'
import { Banner, Card, CardHead, ErrorState } from '../../ui/primitives.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useNow } from '../../ui/use-now.ts'
import { DeviceCard } from './device-card.tsx'
import styles from './devices.module.css'
import { DiagnosisCard } from './diagnosis-card.tsx'
import { devicesTexts as t } from './en-devices.ts'
import { useDiagnosis } from './queries.ts'

export function DevicesTab() {
  useZone()
  const devices = useDevices()
  const diagnosis = useDiagnosis()
  const cutOff = isCutOff(useReach())
  const now = useNow()
  // Both appear together: otherwise the list would move when the faults above it appear.
  const isLoading = devices.isPending || diagnosis.isPending
  return (
    <div className={styles.page}>
      {cutOff ? <Banner icon={<WifiSlashIcon size={20} aria-hidden />} title={t.cutOff} /> : null}
      <DiagnosisCard diagnosis={diagnosis} isLoading={isLoading} />
      {devices.data && !isLoading ? (
        <ul className={styles.devices} aria-label={t.list}>
          {devices.data.map((device) => (
            <li key={device.id}>
              <DeviceCard device={device} verdict={verdictOn(diagnosis.data, device.id)} now={now} />
            </li>
          ))}
        </ul>
      ) : (
        <Card label={t.list}>
          <CardHead title={t.list} />
          {devices.isError ? (
            <ErrorState text={t.failed} retry={sharedTexts.common.retry} onRetry={() => void devices.refetch()} />
          ) : (
            <Skeleton className={styles.skeleton} />
          )}
        </Card>
      )}
    </div>
  )
}

const verdictOn = (diagnosis: Diagnosis | undefined, id: string) => diagnosis?.devices.find(({ deviceId }) => deviceId === id)
