/**
 * A test ring on every device of the resident, this page included: the first thing to try, and later, small, for another phone.
 */
import { BellSimpleRingingIcon } from '@phosphor-icons/react'
import { useMutation } from '@tanstack/react-query'
import { Button } from 'antd'
import { errorMessageOf } from '../../core/error-message.ts'
import { useServices } from '../../core/services.ts'
import { sharedTexts } from '../../core/texts/en-shared.ts'
import { useToast } from '../../ui/toasts.tsx'
import { useSinglePress } from '../../ui/use-single-press.ts'
import { activitiesTexts as t } from './en-activities.ts'

type Props = { readonly doorId: number; readonly small?: boolean }

export function RingMyDoor({ doorId, small = false }: Props) {
  const { api, cache, sounds } = useServices()
  const toast = useToast()
  const ring = useMutation({
    mutationFn: () => api.call('doorbell.test_ring', { id: doorId }),
    onSuccess: (activity) => {
      // The frame has the same data; this page does not wait for its socket.
      cache.updateActivity(activity)
      if (activity.quiet) toast({ kind: 'info', title: t.quietTitle, text: t.quietText })
    },
    onError: (error) => toast({ kind: 'failure', title: sharedTexts.common.errorTitle, text: errorMessageOf(error) }),
  })
  const press = useSinglePress(ring)
  return (
    <Button
      type={small ? 'text' : 'primary'}
      size={small ? 'small' : 'large'}
      icon={<BellSimpleRingingIcon size={small ? 18 : 20} weight={small ? 'regular' : 'fill'} aria-hidden />}
      aria-disabled={ring.isPending}
      onClick={() => {
        // The press allows this page to play its sound.
        sounds.unlock()
        press(() => ring.mutate())
      }}
    >
      {ring.isPending ? t.ringing : t.ringMyDoor}
    </Button>
  )
}
