/** A group of checkboxes. What is chosen has the order of the options. */
import { Checkbox } from 'antd'
import { useId } from 'react'
import styles from './choices.module.css'

type Props<T> = {
  readonly legend: string
  readonly note?: string
  readonly error?: string | undefined
  readonly options: readonly { readonly value: T; readonly label: string }[]
  readonly value: readonly T[]
  readonly onChange: (value: readonly T[]) => void
}

export function Choices<T extends string | number>({ legend, note, error, options, value, onChange }: Props<T>) {
  const id = useId()
  const change = (one: T, checked: boolean) =>
    onChange(options.map((option) => option.value).filter((other) => (other === one ? checked : value.includes(other))))
  return (
    <fieldset className={styles.choices} aria-describedby={error || note ? id : undefined}>
      <legend>{legend}</legend>
      {options.map((option) => (
        <Checkbox
          key={option.value}
          checked={value.includes(option.value)}
          aria-invalid={error !== undefined}
          onChange={({ target }) => change(option.value, target.checked)}
        >
          {option.label}
        </Checkbox>
      ))}
      {note && !error ? <small id={id}>{note}</small> : null}
      {error ? (
        <p id={id} role="alert">
          {error}
        </p>
      ) : null}
    </fieldset>
  )
}
