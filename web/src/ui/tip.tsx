/**
 * A tooltip with the name of an icon-only control: after a short hover, or immediately if another was just open
 * (docs/product/specification.md, 9).
 */
import { Tooltip } from 'antd'
import { cloneElement, type HTMLAttributes, type ReactElement, useEffect, useRef, useState } from 'react'
import { TIME } from '#proto/limits.ts'

type Handlers = Pick<HTMLAttributes<HTMLElement>, 'onPointerEnter' | 'onPointerDown' | 'onPointerLeave' | 'onFocus' | 'onBlur'>

/** Shared by all tooltips: how many are open, and when the last one closed (performance.now). */
const all = { open: 0, closedAt: Number.NEGATIVE_INFINITY }

const isReadingThem = () => all.open > 0 || performance.now() - all.closedAt < TIME.tooltipSkip

/** Opens on hover, immediately on keyboard focus, and not again under a pointer that has pressed. */
function useTip() {
  const [open, setOpen] = useState(false)
  const pressed = useRef(false)
  useEffect(() => {
    if (!open) return undefined
    all.open += 1
    return () => {
      all.open -= 1
      all.closedAt = performance.now()
    }
  }, [open])
  const show = (next: boolean) => setOpen(next && !pressed.current)
  const handlers: Handlers = {
    onPointerEnter: ({ pointerType }) => pointerType === 'mouse' && isReadingThem() && show(true),
    onPointerDown: () => {
      pressed.current = true
      setOpen(false)
    },
    onPointerLeave: () => {
      pressed.current = false
    },
    onFocus: ({ currentTarget }) => currentTarget.matches(':focus-visible') && setOpen(true),
    onBlur: () => show(false),
  }
  return { open, show, handlers }
}

/** @param children one element that accepts pointer and focus handlers */
export function Tip({ text, children }: { readonly text: string; readonly children: ReactElement<Handlers> }) {
  const { open, show, handlers } = useTip()
  return (
    <Tooltip title={text} open={open} onOpenChange={show} mouseEnterDelay={TIME.tooltip / 1000} destroyOnHidden>
      {cloneElement(children, handlers)}
    </Tooltip>
  )
}
