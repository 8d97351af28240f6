import { ClockCounterClockwiseIcon } from '@phosphor-icons/react'
import { Button } from 'antd'
import { residentTexts } from '../../core/texts/en-resident.ts'
import { Notice } from '../../ui/parts.tsx'
import { calendarDate } from '../../ui/time.ts'
import { useSignOut } from '../data/user.ts'

const t = residentTexts.sessionEnd

/** A browser that is signed out hears no ring: it is said 14 days before (decision 26). */
export function SessionEndNotice({ endsAt }: { endsAt: string }) {
  const signOut = useSignOut()
  return (
    <Notice icon={<ClockCounterClockwiseIcon size={20} aria-hidden />} title={t.title(calendarDate(endsAt))} text={t.text}>
      <Button size="small" disabled={signOut.isPending} onClick={() => signOut.mutate()}>
        {t.signIn}
      </Button>
    </Notice>
  )
}
