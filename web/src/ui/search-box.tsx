/** A search box that searches while typing. */
import { MagnifyingGlassIcon } from '@phosphor-icons/react'
import { useEffect, useRef, useState } from 'react'
import { FIELD } from '#proto/limits.ts'
import styles from './control-box.module.css'

const SEARCH_AFTER = 300

/** Debounces typing; follows outside changes of the URL, but ignores its own searches that arrive late. */
export function SearchBox({
  value,
  label,
  placeholder,
  onChange,
}: {
  value: string
  label: string
  placeholder: string
  onChange: (search: string) => void
}) {
  const [typed, setTyped] = useState(value)
  const latest = useRef(onChange)
  latest.current = onChange
  const asked = useRef(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    if (value === asked.current) return
    asked.current = value
    clearTimeout(timer.current)
    setTyped(value)
  }, [value])
  useEffect(() => () => clearTimeout(timer.current), [])
  const type = (text: string) => {
    setTyped(text)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      if (text.trim() === asked.current) return
      asked.current = text.trim()
      latest.current(asked.current)
    }, SEARCH_AFTER)
  }
  return (
    <search className={styles.box}>
      <MagnifyingGlassIcon size={20} aria-hidden />
      <input
        type="search"
        aria-label={label}
        placeholder={placeholder}
        maxLength={FIELD.search}
        value={typed}
        onChange={(event) => type(event.target.value)}
      />
    </search>
  )
}
