import type { MouseEvent } from 'react'

/** Keeps the focus in the field: a blur could show an error, which would move the button away from under the press. */
export const keepFocus = (event: MouseEvent): void => event.preventDefault()
