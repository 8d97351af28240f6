/** Passkeys: add, rename in place, remove. Without a way to add one it shows those that there are, so that they can be removed. */
import { FingerprintIcon } from '@phosphor-icons/react'
import { Button } from 'antd'
import { useState } from 'react'
import { FIELD } from '#proto/limits.ts'
import { type Passkey, PasskeyNameForm } from '#proto/operations/passkeys.ts'
import { hasPasskeys } from '../../core/passkeys.ts'
import type { Run } from '../../core/reauthentication.ts'
import { sharedTexts } from '../../core/texts/en-shared.ts'
import { Card, CardHead, ErrorState } from '../../ui/primitives.tsx'
import { RenameForm } from '../../ui/rename-form.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { activityTime } from '../../ui/time.ts'
import { useNow } from '../../ui/use-now.ts'
import { useSinglePress } from '../../ui/use-single-press.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { deviceOf, listOf } from './describe.ts'
import { passkeyTexts } from './en-passkeys.ts'
import { useAddPasskey, usePasskeys, useRemovePasskey, useRenamePasskey } from './passkey-queries.ts'
import { Row } from './row.tsx'
import styles from './security.module.css'
import { useReauthentication } from './use-reauthentication.tsx'

const t = passkeyTexts

export function PasskeysCard() {
  const { run, dialog } = useReauthentication()
  const list = usePasskeys()
  const add = useAddPasskey(run)
  const press = useSinglePress(add)
  const canAdd = hasPasskeys()
  if (!canAdd && !list.data?.length) return null
  return (
    <Card label={t.title}>
      <CardHead title={t.title} />
      {list.data?.length ? (
        <ul className={styles.rows}>
          {list.data.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} run={run} />
          ))}
        </ul>
      ) : null}
      {list.data?.length === 0 ? <p className={styles.hint}>{t.none}</p> : null}
      {list.isPending ? <Skeleton /> : null}
      {list.isError && !list.data ? (
        <ErrorState text={t.loadFailed} retry={sharedTexts.common.retry} onRetry={() => void list.refetch()} />
      ) : null}
      {canAdd && list.data ? (
        <div className={styles.foot}>
          <Button aria-disabled={add.isPending} onClick={() => press(() => add.mutate())}>
            {add.isPending ? t.adding : t.add}
          </Button>
        </div>
      ) : null}
      {dialog}
    </Card>
  )
}

function PasskeyRow({ passkey, run }: { readonly passkey: Passkey; readonly run: Run }) {
  const now = useNow()
  const remove = useRemovePasskey(run)
  const [open, setOpen] = useState<'name' | 'remove' | 'none'>()
  const { id, device, createdAt, lastUsedAt } = passkey
  const name = nameOf(passkey)
  const close = () => setOpen(undefined)
  const used = lastUsedAt ? t.used(activityTime(lastUsedAt, now)) : t.unused
  return (
    <Row
      icon={<FingerprintIcon size={22} />}
      title={name}
      text={
        <>
          <span>{used}</span>
          <br />
          <span>{listOf(t.addedOn(activityTime(createdAt, now)), name === deviceOf(device) ? null : deviceOf(device))}</span>
        </>
      }
      below={
        open === 'name' ? (
          <NameForm passkey={passkey} onClose={() => setOpen('none')} />
        ) : (
          <div className={styles.buttons}>
            <Button size="small" autoFocus={open === 'none'} aria-label={t.renameOf(name)} onClick={() => setOpen('name')}>
              {t.rename}
            </Button>
            <Button size="small" aria-label={t.removeOf(name)} onClick={() => setOpen('remove')}>
              {t.remove}
            </Button>
          </div>
        )
      }
    >
      {open === 'remove' ? (
        <ConfirmDialog
          title={t.removeTitle(name)}
          text={t.removeText}
          cancel={sharedTexts.common.cancel}
          confirm={t.remove}
          confirming={t.removing}
          onConfirm={() => remove.mutateAsync(id)}
          onClose={close}
        />
      ) : null}
    </Row>
  )
}

/** Has its device's name until its owner renames it. */
const nameOf = ({ name, device }: Passkey) => (name === device ? deviceOf(device) : name)

function NameForm({ passkey, onClose }: { readonly passkey: Passkey; readonly onClose: () => void }) {
  const change = useRenamePasskey()
  const rename = async (name: string) => (await change.mutateAsync({ id: passkey.id, name }).catch(() => undefined)) !== undefined
  const texts = { before: nameOf(passkey), label: t.name, save: t.save }
  return <RenameForm {...texts} schema={PasskeyNameForm.shape.name} maxLength={FIELD.passkeyName} rename={rename} onClose={onClose} />
}
