import { ShieldWarningIcon } from '@phosphor-icons/react'
import { useMutation } from '@tanstack/react-query'
import { Button } from 'antd'
import { errorMessageOf } from '../../core/error-message.ts'
import { keys } from '../../core/query-cache.ts'
import { useServices } from '../../core/services.ts'
import { useZone } from '../../core/use-zone.ts'
import { Banner } from '../../ui/primitives.tsx'
import { calendarDate, clockTime } from '../../ui/time.ts'
import { useToast } from '../../ui/toasts.tsx'
import { useSinglePress } from '../../ui/use-single-press.ts'
import { accountNoticeTexts } from './en-account-notices.ts'

const t = accountNoticeTexts.recovery

/** While the removal of lost second factors is pending, every signed-in device can stop it (docs/product/decisions.md, 25). */
export function RecoveryBanner({ endsAt }: { readonly endsAt: string }) {
  useZone()
  const { api, cache } = useServices()
  const toast = useToast()
  const cancel = useMutation({
    mutationFn: () => api.call('auth.cancel_recovery', {}),
    onSuccess: async () => {
      await cache.invalidate(keys.user, keys.twoFactor, keys.securityAlerts)
      toast({ kind: 'success', title: t.cancelled, text: t.cancelledText })
    },
    onError: (error) => toast({ kind: 'failure', title: t.failed, text: errorMessageOf(error) }),
  })
  const press = useSinglePress(cancel)
  return (
    <Banner
      icon={<ShieldWarningIcon size={20} weight="fill" aria-hidden />}
      title={t.title(calendarDate(endsAt), clockTime(endsAt))}
      text={t.text}
    >
      <Button size="small" disabled={cancel.isPending} onClick={() => press(() => cancel.mutate())}>
        {t.cancel}
      </Button>
    </Banner>
  )
}
