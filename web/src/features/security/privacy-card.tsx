/** Privacy Settings: two switches and the way to the activity logs (spec section 2). */
import { ArrowRightIcon, BellIcon, type Icon, ListChecksIcon } from '@phosphor-icons/react'
import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { useSignedIn } from '../../core/queries/user.ts'
import { Card, CardHead } from '../../ui/primitives.tsx'
import { alertTexts } from './en-alerts.ts'
import { securityTexts } from './en-security.ts'
import { type SecuritySwitch, useSecuritySwitch } from './queries.ts'
import styles from './security.module.css'
import { SwitchRow } from './switch-row.tsx'

const t = securityTexts.privacy

type PrivacyProps = {
  readonly name: SecuritySwitch
  readonly icon: Icon
  readonly title: string
  readonly text: string
  readonly off?: string
}

function PrivacySwitch({ name, icon: SwitchIcon, title, text, off = text }: PrivacyProps) {
  const checked = useSignedIn().securitySettings[name]
  const change = useSecuritySwitch(name)
  return (
    <SwitchRow
      icon={<SwitchIcon size={22} />}
      title={title}
      text={checked ? text : off}
      checked={checked}
      disabled={change.isPending}
      onChange={(enabled) => change.mutate(enabled)}
    />
  )
}

export function PrivacyCard() {
  const navigate = useNavigate()
  return (
    <Card label={t.title}>
      <CardHead title={t.title} />
      <ul className={styles.rows}>
        <PrivacySwitch name="notificationsEnabled" icon={BellIcon} title={t.notifications} text={t.notificationsText} />
        <PrivacySwitch name="activityLogsEnabled" icon={ListChecksIcon} title={t.logs} text={t.logsText} off={alertTexts.activityLogsOff} />
      </ul>
      <div className={styles.foot}>
        <Button onClick={() => void navigate('/activity-logs')}>
          <span>{t.viewLogs}</span>
          <ArrowRightIcon size={20} aria-hidden />
        </Button>
      </div>
    </Card>
  )
}
