import { HandWavingIcon, type Icon, PackageIcon, UserIcon, WrenchIcon } from '@phosphor-icons/react'
import type { Purpose } from '#proto/entities.ts'

const ICONS: Readonly<Record<Purpose, Icon>> = { delivery: PackageIcon, guest: HandWavingIcon, service: WrenchIcon, other: UserIcon }

/** The purpose's icon, for visitors without a photo. */
export function PurposeIcon({ purpose, size }: { purpose: Purpose | null; size: number }) {
  const Picture = ICONS[purpose ?? 'other']
  return <Picture size={size} aria-hidden />
}
