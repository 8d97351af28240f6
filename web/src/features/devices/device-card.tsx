/** One device: its name, whether it rings and why not, how fast it rang, and its actions. */
import {
  BellSimpleRingingIcon,
  DeviceMobileIcon,
  DeviceTabletIcon,
  type Icon,
  LaptopIcon,
  MonitorIcon,
  SpeakerHighIcon,
  SpeakerSlashIcon,
} from '@phosphor-icons/react'
import { Button, Switch } from 'antd'
import { useId, useState } from 'react'
import type { Device, Diagnosis } from '#proto/push.ts'
import { useServices } from '../../core/services.ts'
import { useValue } from '../../core/use-value.ts'
import { Card, Tag, type Tone } from '../../ui/primitives.tsx'
import { RemoveDialog } from '../../ui/remove-dialog.tsx'
import { relativeTime } from '../../ui/time.ts'
import { useSinglePress } from '../../ui/use-single-press.ts'
import { deviceNameOf, faultsOfPush, isArmed, needsOpenPage } from './describe.ts'
import { DeviceName } from './device-name.tsx'
import styles from './devices.module.css'
import { devicesTexts as t } from './en-devices.ts'
import { FaultRow } from './fault-row.tsx'
import { useChangeDevice, useRemoveDevice, useTestRing } from './queries.ts'
import { RingTimesChart } from './ring-times-chart.tsx'
import { WeeklyCheck } from './weekly-check.tsx'

type Verdict = Diagnosis['devices'][number]
type Props = { readonly device: Device /** Undefined while it is not known. */; readonly verdict: Verdict | undefined; readonly now: Date }

const TONES: Readonly<Record<Verdict['rings'], Tone>> = { yes: 'green', maybe: 'amber', no: 'red' }

export function DeviceCard({ device, verdict, now }: Props) {
  const { browser, platform, isCurrent, wall, push, lastSeenAt, ringTimes } = device
  const faults = verdict?.faults ?? faultsOfPush(device)
  return (
    <Card className={styles.card} label={deviceNameOf(device)}>
      <div className={styles.top}>
        <span className={styles.sign} data-tone={isCurrent ? 'green' : 'neutral'} aria-hidden>
          <DeviceIcon device={device} />
        </span>
        <div className={styles.who}>
          <DeviceName device={device} />
          <small>
            <span>{`${browser} · ${platform}`}</span>
            {isCurrent ? <Tag tone="green">{t.current}</Tag> : <span>{t.seen(relativeTime(lastSeenAt, now))}</span>}
          </small>
        </div>
      </div>
      <ul className={styles.facts}>
        <li>
          {wall ? <Tag>{t.wall.tag}</Tag> : null}
          {verdict ? <Tag tone={TONES[verdict.rings]}>{t.diagnosis.verdicts[verdict.rings]}</Tag> : null}
          <span>{verdict ? aboutVerdict(verdict) : wall ? t.wall.text : t.states.push[push]}</span>
        </li>
        <Armed device={device} />
      </ul>
      {faults.length ? (
        <ul className={styles.faults}>
          {faults.map((fault) => (
            <FaultRow key={fault.code} fault={fault} device={device} now={now} />
          ))}
        </ul>
      ) : null}
      {wall ? null : (
        <>
          <RingTimesChart times={ringTimes} />
          <Details device={device} />
        </>
      )}
      {push === 'on' && !wall ? <WeeklyCheck device={device} /> : null}
      <Buttons device={device} />
    </Card>
  )
}

/** Faults of all devices are shown once, above. */
function aboutVerdict({ rings, faults }: Verdict): string {
  if (rings === 'no' && !faults.some(({ stops }) => stops)) return t.states.account
  return rings === 'yes' ? t.states.also : t.states.closed
}

function Armed({ device }: Pick<Props, 'device'>) {
  const { arming } = useServices()
  const armed = isArmed(device, useValue(arming.state))
  const state = armed ? (needsOpenPage(device) && !device.wall ? 'armedOpen' : 'armed') : 'muted'
  const ArmedIcon = armed ? SpeakerHighIcon : SpeakerSlashIcon
  return (
    <li>
      <Tag tone={state === 'armed' ? 'green' : 'neutral'} icon={<ArmedIcon weight="fill" aria-hidden />}>
        {t.arming[state]}
      </Tag>
      <span>{t.states[state]}</span>
    </li>
  )
}

function iconOf({ wall, platform }: Device): Icon {
  if (wall) return MonitorIcon
  if (/ipad|tablet/i.test(platform)) return DeviceTabletIcon
  return /^(android|iphone|ipod|ios)/i.test(platform) ? DeviceMobileIcon : LaptopIcon
}

function DeviceIcon({ device }: Pick<Props, 'device'>) {
  const Found = iconOf(device)
  return <Found size={22} />
}

function Details({ device }: Pick<Props, 'device'>) {
  const id = useId()
  const change = useChangeDevice()
  const checked = change.isPending ? (change.variables.details ?? device.details) : device.details
  return (
    <div className={styles.row}>
      <label htmlFor={id}>
        <strong id={`${id}l`}>{t.details.label}</strong>
        <small id={`${id}t`}>{t.details.text}</small>
      </label>
      <Switch
        id={id}
        aria-labelledby={`${id}l`}
        aria-describedby={`${id}t`}
        checked={checked}
        disabled={change.isPending}
        onChange={(details) => change.mutate({ id: device.id, details })}
      />
    </div>
  )
}

function Buttons({ device }: Pick<Props, 'device'>) {
  const name = deviceNameOf(device)
  const ring = useTestRing(device)
  const guard = useSinglePress(ring)
  const remove = useRemoveDevice()
  const [asks, setAsks] = useState(false)
  const shown = shownAfter(device, ring.data?.activity.timestamp)
  return (
    <div className={styles.foot}>
      <Button
        icon={<BellSimpleRingingIcon size={20} aria-hidden />}
        aria-label={t.test.oneOf(name)}
        aria-disabled={ring.isPending}
        disabled={!ring.press}
        onClick={() => ring.press && guard(ring.press)}
      >
        {ring.isPending ? t.test.ringing : t.test.one}
      </Button>
      <span className={styles.shown} role="status">
        {shown === undefined ? '' : t.test.shown(shown)}
      </span>
      <Button type="text" danger aria-label={t.removeOf(name)} onClick={() => setAsks(true)}>
        {t.remove}
      </Button>
      {asks ? (
        <RemoveDialog name={name} texts={t.removal} onRemove={() => remove.mutateAsync(device.id)} onClose={() => setAsks(false)} />
      ) : null}
    </div>
  )
}

/** The measured time of the test ring that was placed here; undefined until the device has reported it. */
function shownAfter({ lastShownAt, ringTimes }: Device, placedAt: string | undefined): number | undefined {
  return placedAt && lastShownAt && lastShownAt >= placedAt ? ringTimes[0] : undefined
}
