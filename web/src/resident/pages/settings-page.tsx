/** /settings (docs/product/specification.md, 2) and /settings/devices. The tab is in the URL, so that links and Back lead to it. */
import { useId } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { useSignedIn } from '../../core/queries/user.ts'
import { VerifyBanner } from '../../features/auth/verify-banner.tsx'
import { DevicesTab } from '../../features/devices/devices-tab.tsx'
import { PushSetting } from '../../features/push/push-setting.tsx'
import { DeleteAccount } from '../../features/security/delete-account.tsx'
import { settingsTexts as t } from '../../features/settings/en-settings.ts'
import { ProfileTab } from '../../features/settings/profile-tab.tsx'
import { PageLegal } from '../../ui/page-legal.tsx'
import { PageTop } from '../../ui/page-top.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { DoorbellTab } from './doorbell-tab.tsx'
import { SecurityTab } from './security-tab.tsx'
import styles from './settings-page.module.css'

const TABS = ['profile', 'security', 'doorbell', 'devices'] as const
const SETTINGS = '/settings'
const DEVICES = '/settings/devices'

export function SettingsPage() {
  const [search] = useSearchParams()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const user = useSignedIn()
  const id = useId()
  const chosen = pathname === DEVICES ? 'devices' : (TABS.find((tab) => tab === search.get('tab')) ?? 'profile')
  const addressOf = (tab: (typeof TABS)[number]) => {
    if (tab === 'devices') return DEVICES
    return tab === 'profile' ? SETTINGS : `${SETTINGS}?tab=${tab}`
  }
  return (
    <>
      <PageTop title={t.title} />
      <div className={styles.tabs}>
        <Tabs
          label={t.title}
          tabs={TABS.map((key) => ({ key, text: t.tabs[key] }))}
          chosen={chosen}
          controls={id}
          onChoose={(tab) => void navigate(addressOf(tab), { replace: true })}
        />
      </div>
      <div role="tabpanel" id={id} aria-label={t.tabs[chosen]}>
        {chosen === 'profile' ? (
          <ProfileTab notice={user.emailVerified ? null : <VerifyBanner email={user.email} />} end={<DeleteAccount />} />
        ) : null}
        {chosen === 'security' ? <SecurityTab /> : null}
        {chosen === 'doorbell' ? <DoorbellTab /> : null}
        {chosen === 'devices' ? (
          <div className={styles.stack}>
            <PushSetting />
            <DevicesTab />
          </div>
        ) : null}
      </div>
      <div className={styles.legal}>
        <PageLegal opensTab />
      </div>
    </>
  )
}
