import { PlusIcon, XIcon } from '@phosphor-icons/react'
import { Button, Input } from 'antd'
import { DOORS, FIELD } from '#proto/limits.ts'
import { Field } from '../../ui/field.tsx'
import { IconButton } from '../../ui/primitives.tsx'
import styles from './doors.module.css'
import type { Part } from './draft.ts'
import { doorsTexts as t } from './en-doors.ts'

export function BuildingFields({ draft, errors, set }: Part) {
  const change = (key: number, line: { floor?: string; name?: string }) =>
    set({ floors: draft.floors.map((one) => (one.key === key ? { ...one, ...line } : one)) })
  const add = () =>
    set({ floors: [...draft.floors, { key: 1 + Math.max(-1, ...draft.floors.map(({ key }) => key)), floor: '', name: '' }] })
  const wrong = Object.entries(errors).find(([field]) => field.startsWith('building.floors'))?.[1]
  return (
    <fieldset className={styles.group}>
      <legend>{t.building}</legend>
      <p className={styles.hint}>{t.buildingHint}</p>
      <Field
        label={t.phone}
        name="phone"
        value={draft.phone}
        error={errors['building.phone']}
        autoComplete="tel"
        maxLength={FIELD.phone}
        onChange={(phone) => set({ phone })}
      />
      <span className={styles.caption}>{t.floors}</span>
      {draft.floors.map(({ key, floor, name }, index) => (
        <div className={styles.line} key={key}>
          <Input
            aria-label={`${t.floor} ${index + 1}`}
            placeholder={t.floor}
            value={floor}
            maxLength={FIELD.floor}
            onChange={(event) => change(key, { floor: event.target.value })}
          />
          <Input
            aria-label={`${t.floorName} ${index + 1}`}
            placeholder={t.floorName}
            value={name}
            maxLength={FIELD.floorName}
            onChange={(event) => change(key, { name: event.target.value })}
          />
          <IconButton
            look="quiet"
            label={t.removeFloor(index + 1)}
            onClick={() => set({ floors: draft.floors.filter((one) => one.key !== key) })}
          >
            <XIcon size={18} aria-hidden />
          </IconButton>
        </div>
      ))}
      {wrong ? (
        <p className={styles.wrong} role="alert">
          {wrong}
        </p>
      ) : null}
      {draft.floors.length < DOORS.floors ? (
        <Button size="small" icon={<PlusIcon size={16} aria-hidden />} onClick={add}>
          {t.addFloor}
        </Button>
      ) : null}
    </fieldset>
  )
}
