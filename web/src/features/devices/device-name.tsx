/** A device's name, renamed in its place. */
import { PencilSimpleIcon } from '@phosphor-icons/react'
import { Button } from 'antd'
import { useState } from 'react'
import { z } from 'zod'
import { requiredLine } from '#proto/fields.ts'
import { FIELD } from '#proto/limits.ts'
import type { Device } from '#proto/push.ts'
import { errorsOf } from '../../core/form-errors.ts'
import { sharedTexts } from '../../core/texts/en-shared.ts'
import { Field } from '../../ui/field.tsx'
import { isEscape } from '../../ui/keys.ts'
import { IconButton } from '../../ui/primitives.tsx'
import { useForm } from '../../ui/use-form.ts'
import { nameOf } from './describe.ts'
import styles from './devices.module.css'
import { devicesTexts as t } from './en-devices.ts'
import { useChangeDevice } from './queries.ts'

type Props = { readonly device: Device }
const NameForm = z.object({ name: requiredLine('name_required', FIELD.deviceName) })

export function DeviceName({ device }: Props) {
  const [state, setState] = useState<'shown' | 'edited' | 'closed'>('shown')
  const name = nameOf(device)
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
  const before = nameOf(device)
  const form = useForm(
    { name: before },
    {
      check: (values) => errorsOf(NameForm, values),
      send: async ({ name }) => {
        if (name !== before && !(await change.mutateAsync({ id: device.id, name }).catch(() => undefined))) return {}
        onClose()
        return {}
      },
    },
  )
  return (
    <form className={styles.rename} noValidate onSubmit={form.submit} onKeyDown={(event) => isEscape(event) && onClose()}>
      <Field label={t.name} maxLength={FIELD.deviceName} autoFocus {...form.field('name')} />
      <div className={styles.buttons}>
        <Button size="small" htmlType="submit" loading={form.pending ? { icon: null } : false}>
          {t.save}
        </Button>
        <Button size="small" onClick={onClose}>
          {sharedTexts.common.cancel}
        </Button>
      </div>
    </form>
  )
}
