/** A button that opens a menu of choices: it says whether the menu is open, arrow keys walk the menu, Escape and Tab lead back to the button. */
import { Dropdown, type MenuProps } from 'antd'
import { cloneElement, type HTMLAttributes, type ReactElement, useState } from 'react'

type MenuButtonProps = {
  readonly items: NonNullable<MenuProps['items']>
  /** Key of the item that is chosen now. */
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
