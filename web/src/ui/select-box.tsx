import { CaretDownIcon } from '@phosphor-icons/react'
import styles from './control-box.module.css'

type Props = {
  readonly label: string
  /** The text of no choice. */
  readonly any: string
  readonly value: string
  readonly options: Readonly<Record<string, string>>
  readonly onChange: (value: string) => void
}

/** A native select: quick on phones and accessible everywhere. */
export function SelectBox({ label, any, value, options, onChange }: Props) {
  return (
    <div className={styles.box}>
      <select aria-label={label} value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="">{any}</option>
        {Object.entries(options).map(([key, text]) => (
          <option key={key} value={key}>
            {text}
          </option>
        ))}
      </select>
      <CaretDownIcon size={18} aria-hidden />
    </div>
  )
}
