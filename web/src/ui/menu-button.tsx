/** A button that opens a menu: has aria-expanded, arrow keys move in the menu, Escape and Tab return to the button. */
import { Dropdown, type MenuProps } from 'antd'
import { cloneElement, type HTMLAttributes, type ReactElement, useState } from 'react'

type MenuButtonProps = {
  readonly items: NonNullable<MenuProps['items']>
  /** Key of the current item. */
  readonly selected?: string
  readonly placement?: 'bottomLeft' | 'bottomRight'
  readonly onChoose: (key: string) => void
  /** The button. */
  readonly children: ReactElement<HTMLAttributes<HTMLElement>>
}

export function MenuButton({ items, selected, placement = 'bottomLeft', onChoose, children }: MenuButtonProps) {
  const [open, setOpen] = useState(false)
  return (
    <Dropdown
      trigger={['click']}
      placement={placement}
      autoFocus
      // Inside the page's landmarks, beside its button.
      getPopupContainer={(button) => button.parentElement ?? document.body}
      open={open}
      onOpenChange={setOpen}
      menu={{ items, ...(selected ? { selectedKeys: [selected] } : {}), onClick: ({ key }) => onChoose(key) }}
    >
      {cloneElement(children, { 'aria-haspopup': 'menu', 'aria-expanded': open })}
    </Dropdown>
  )
}
