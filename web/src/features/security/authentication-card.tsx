/** Authentication: two-factor, recent logins and the password (docs/product/specification.md, 2). */
import { ClockCounterClockwiseIcon, LockKeyIcon, ShieldCheckIcon } from '@phosphor-icons/react'
import { Button } from 'antd'
import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react'
import { useSignedIn } from '../../core/queries/user.ts'
import { Card, CardHead } from '../../ui/primitives.tsx'
import { activityTime } from '../../ui/time.ts'
import { useNow } from '../../ui/use-now.ts'
import { deviceOf, lastSignIn } from './describe.ts'
import { securityTexts } from './en-security.ts'
import { DisableDialog, NewCodesDialog } from './factor-dialogs.tsx'
import { LoginsDialog } from './logins-dialog.tsx'
import { ChangePasswordDialog } from './password-form.tsx'
import { useAlerts } from './queries.ts'
import { Row } from './row.tsx'
import styles from './security.module.css'
import { useSessions } from './session-queries.ts'
import { SecuritySwitchRow } from './switch-row.tsx'
import { useEnrol, useTwoFactor } from './two-factor-queries.ts'
import { useReauthentication } from './use-reauthentication.tsx'

const t = securityTexts.authentication
/** The QR code is drawn only for those who turn it on. */
const EnrolDialog = lazy(async () => ({ default: (await import('./enrol-dialog.tsx')).EnrolDialog }))
/** From this number of codes on a warning is shown. */
const FEW_CODES = 3

export function AuthenticationCard() {
  return (
    <Card label={t.title}>
      <CardHead title={t.title} />
      <ul className={styles.rows}>
        <TwoFactorRow />
        <LoginsRow />
        <PasswordRow />
      </ul>
    </Card>
  )
}

function TwoFactorRow() {
  const { run, dialog } = useReauthentication()
  const enrol = useEnrol(run)
  const state = useTwoFactor()
  const [open, setOpen] = useState<'off' | 'codes'>()
  const isOn = useSignedIn().securitySettings.twoFactorEnabled
  const left = state.data?.enabled ? state.data.recoveryCodesLeft : undefined
  const text = left === undefined ? t.isOn : <span className={left <= FEW_CODES ? styles.few : undefined}>{t.on(left)}</span>
  const close = () => setOpen(undefined)
  const dialogs = (
    <>
      {enrol.data ? (
        <Suspense fallback={null}>
          <EnrolDialog enrolment={enrol.data} run={run} onClose={enrol.reset} />
        </Suspense>
      ) : null}
      {open === 'off' ? <DisableDialog run={run} onClose={close} /> : null}
      {open === 'codes' ? <NewCodesDialog run={run} onClose={close} /> : null}
      {dialog}
    </>
  )
  return (
    <SecuritySwitchRow
      icon={<ShieldCheckIcon size={22} />}
      tone={isOn ? 'green' : 'neutral'}
      title={t.twoFactor}
      text={isOn ? text : t.off}
      checked={isOn}
      disabled={enrol.isPending}
      onChange={(on) => (on ? enrol.mutate() : setOpen('off'))}
      dialogs={dialogs}
    >
      {isOn ? (
        <Button size="small" className={styles.above ?? ''} onClick={() => setOpen('codes')}>
          {t.newCodes}
        </Button>
      ) : null}
    </SecuritySwitchRow>
  )
}

type OpeningProps = {
  readonly icon: ReactNode
  readonly title: string
  readonly text: string
  readonly button: string
  readonly label: string
  readonly dialog: ComponentType<{ readonly onClose: () => void }>
}

function OpeningRow({ icon, title, text, button, label, dialog: OpenDialog }: OpeningProps) {
  const [open, setOpen] = useState(false)
  return (
    <Row icon={icon} title={title} text={text}>
      <Button size="small" aria-label={label} onClick={() => setOpen(true)}>
        {button}
      </Button>
      {open ? <OpenDialog onClose={() => setOpen(false)} /> : null}
    </Row>
  )
}

function LoginsRow() {
  const now = useNow()
  const last = lastSignIn(useSessions().data ?? [])
  return (
    <OpeningRow
      icon={<ClockCounterClockwiseIcon size={22} />}
      title={t.logins}
      text={last ? t.lastLogin(activityTime(last.createdAt, now), deviceOf(last.device)) : t.loginsText}
      button={t.view}
      label={t.viewLabel}
      dialog={LoginsDialog}
    />
  )
}

/** The alerts contain the time of the last change of the password, as long as they are stored. */
function PasswordRow() {
  const now = useNow()
  const changed = useAlerts().data?.find(({ alertType }) => alertType === 'password_changed')
  return (
    <OpeningRow
      icon={<LockKeyIcon size={22} />}
      title={t.password}
      text={changed ? t.changed(activityTime(changed.timestamp, now)) : t.passwordText}
      button={t.change}
      label={t.changeLabel}
      dialog={ChangePasswordDialog}
    />
  )
}
