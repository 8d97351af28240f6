/** Chooses the door that the dashboard shows; hidden with only one door. */
import { CaretDownIcon, CheckIcon, DoorIcon } from '@phosphor-icons/react'
import type { Door } from '#proto/doors.ts'
import { MenuButton } from '../../ui/menu-button.tsx'
import styles from './doors.module.css'
import { doorsTexts as t } from './en-doors.ts'

type Props = { readonly doors: readonly Door[]; readonly shown: Door; readonly onChoose: (id: number) => void }

export function DoorSwitcher({ doors, shown, onChoose }: Props) {
  const items = doors.map(({ id, label }) => ({
    key: String(id),
    label,
    ...(id === shown.id ? { icon: <CheckIcon size={16} weight="bold" aria-hidden /> } : {}),
  }))
  return (
    <MenuButton items={items} selected={String(shown.id)} onChoose={(key) => onChoose(Number(key))}>
      <button type="button" className={styles.switcher}>
        <DoorIcon size={18} aria-hidden />
        <span className={styles.unseen}>{`${t.switcher}: `}</span>
        <span>{shown.label}</span>
        <CaretDownIcon size={14} aria-hidden />
      </button>
    </MenuButton>
  )
}
