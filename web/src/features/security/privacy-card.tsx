/** Privacy Settings: two switches and the way to the activity logs (docs/product/specification.md, 2). */
import { ArrowRightIcon, BellIcon, type Icon, ListChecksIcon } from '@phosphor-icons/react'
import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { useSignedIn } from '../../core/queries/user.ts'
import { Card, CardHead } from '../../ui/primitives.tsx'
import { alertTexts } from './en-alerts.ts'
import { securityTexts } from './en-security.ts'
import { type SecuritySwitch, useSecuritySwitch } from './queries.ts'
import styles from './security.module.css'
import { SecuritySwitchRow } from './switch-row.tsx'
import { useReauthentication } from './use-reauthentication.tsx'

const t = securityTexts.privacy

type PrivacyProps = {
  readonly name: SecuritySwitch
  /** Shared: while one switch is saved, none can be pressed (docs/product/specification.md, 4). */
  readonly change: ReturnType<typeof useSecuritySwitch>
  readonly icon: Icon
  readonly title: string
  readonly about?: string
  readonly text: string
  readonly off?: string
}

function PrivacySwitch({ name, change, icon: SwitchIcon, title, about, text, off = text }: PrivacyProps) {
  const checked = useSignedIn().securitySettings[name]
  return (
    <SecuritySwitchRow
      icon={<SwitchIcon size={22} />}
      title={title}
      about={about}
      text={checked ? text : off}
      checked={checked}
      disabled={change.isPending}
      onChange={(enabled) => change.mutate({ name, enabled })}
    />
  )
}

export function PrivacyCard() {
  const navigate = useNavigate()
  const { run, dialog } = useReauthentication()
  const change = useSecuritySwitch(run)
  return (
    <Card label={t.title}>
      <CardHead title={t.title} />
      <ul className={styles.rows}>
        <PrivacySwitch name="notificationsEnabled" change={change} icon={BellIcon} title={t.notifications} text={t.notificationsText} />
        <PrivacySwitch
          name="activityLogsEnabled"
          change={change}
          icon={ListChecksIcon}
          title={t.logs}
          about={t.logsOf}
          text={t.logsText}
          off={alertTexts.activityLogsOff}
        />
      </ul>
      <div className={styles.foot}>
        <Button onClick={() => void navigate('/activity-logs')}>
          <span>{t.viewLogs}</span>
          <ArrowRightIcon size={20} aria-hidden />
        </Button>
      </div>
      {dialog}
    </Card>
  )
}
