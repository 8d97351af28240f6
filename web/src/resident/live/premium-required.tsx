/** The premium modal with its toast, over a chat (docs/product/specification.md, 5: the toast and a dialog). */
import { Button } from 'antd'
import { useEffect, useRef } from 'react'
import type { Activity, CallKind } from '#proto/entities.ts'
import { useUpgrade } from '../../core/queries/subscription.ts'
import { sharedTexts } from '../../core/texts/en-shared.ts'
import { PremiumModal } from '../../features/premium/premium-modal.tsx'
import { useToast } from '../../ui/toasts.tsx'

const t = sharedTexts.premium

type Props = { readonly kind: CallKind; readonly name: string; readonly home: Activity['home']; readonly onClose: () => void }

/** Somebody else's home has the plan of its owner: nothing can be bought for it here, and a toast would only repeat the dialog. */
export function PremiumRequired({ home, ...props }: Props) {
  if (!home) return <OwnPlan {...props} />
  const { kind, name, onClose } = props
  return <PremiumModal kind={kind} name={name} owner={home.owner} onNotNow={onClose} onUpgrade={undefined} />
}

function OwnPlan({ kind, name, onClose }: Omit<Props, 'home'>) {
  const toast = useToast()
  const toastedFor = useRef<CallKind>(undefined)
  const upgrade = useUpgrade()
  const onUpgrade =
    upgrade &&
    (() => {
      onClose()
      upgrade()
    })
  const go = useRef(onUpgrade)
  go.current = onUpgrade
  const canUpgrade = Boolean(upgrade)
  useEffect(() => {
    if (toastedFor.current === kind) return
    toastedFor.current = kind
    toast({
      kind: 'failure',
      title: t.title,
      text: kind === 'video' ? t.toastVideo : t.toastAudio,
      action: canUpgrade ? (
        <Button size="small" type="primary" onClick={() => go.current?.()}>
          {t.upgrade}
        </Button>
      ) : null,
    })
  }, [kind, canUpgrade, toast])
  return <PremiumModal kind={kind} name={name} onNotNow={onClose} onUpgrade={onUpgrade} />
}
