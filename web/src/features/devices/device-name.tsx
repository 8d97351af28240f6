/** A device's name, renamed inline. */
import { PencilSimpleIcon } from '@phosphor-icons/react'
import { useState } from 'react'
import { requiredLine } from '#proto/fields.ts'
import { FIELD } from '#proto/limits.ts'
import type { Device } from '#proto/push.ts'
import { IconButton } from '../../ui/primitives.tsx'
import { RenameForm } from '../../ui/rename-form.tsx'
import { deviceNameOf } from './describe.ts'
import styles from './devices.module.css'
import { devicesTexts as t } from './en-devices.ts'
import { useChangeDevice } from './queries.ts'

type Props = { readonly device: Device }
const Name = requiredLine('name_required', FIELD.deviceName)

export function DeviceName({ device }: Props) {
  const [state, setState] = useState<'shown' | 'edited' | 'closed'>('shown')
  const name = deviceNameOf(device)
  if (state === 'edited') return <Rename device={device} onClose={() => setState('closed')} />
  return (
    <span className={styles.name}>
      <h2>
        <bdi>{name}</bdi>
      </h2>
      <IconButton look="quiet" label={t.renameOf(name)} autoFocus={state === 'closed'} onClick={() => setState('edited')}>
        <PencilSimpleIcon size={18} aria-hidden />
      </IconButton>
    </span>
  )
}

function Rename({ device, onClose }: Props & { readonly onClose: () => void }) {
  const change = useChangeDevice()
  const rename = async (name: string) => (await change.mutateAsync({ id: device.id, name }).catch(() => undefined)) !== undefined
  const texts = { before: deviceNameOf(device), label: t.name, save: t.save }
  return <RenameForm {...texts} schema={Name} maxLength={FIELD.deviceName} rename={rename} onClose={onClose} />
}
