/** The premium modal with its toast, over a chat (docs/product/specification.md, 5: the toast and a dialog). */
import { Button } from 'antd'
import { useEffect, useRef } from 'react'
import type { CallKind } from '#proto/entities.ts'
import { useUpgrade } from '../../core/queries/subscription.ts'
import { sharedTexts } from '../../core/texts/en-shared.ts'
import { PremiumModal } from '../../features/premium/premium-modal.tsx'
import { useToast } from '../../ui/toasts.tsx'

const t = sharedTexts.premium

type Props = { readonly kind: CallKind; readonly name: string; readonly onClose: () => void }

export function PremiumRequired({ kind, name, onClose }: Props) {
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
