import { ClockCounterClockwiseIcon } from '@phosphor-icons/react'
import { Button } from 'antd'
import { Banner } from '../../ui/primitives.tsx'
import { calendarDate } from '../../ui/time.ts'
import { accountNoticeTexts } from './en-account-notices.ts'
import { useSignOut } from './queries.ts'

const t = accountNoticeTexts.sessionEnd

/** A signed-out browser receives no rings: announced 14 days before (docs/product/decisions.md, 26). */
export function SessionEndBanner({ endsAt }: { endsAt: string }) {
  const signOut = useSignOut()
  return (
    <Banner icon={<ClockCounterClockwiseIcon size={20} aria-hidden />} title={t.title(calendarDate(endsAt))} text={t.text}>
      <Button size="small" disabled={signOut.isPending} onClick={() => signOut.mutate()}>
        {t.signIn}
      </Button>
    </Banner>
  )
}
