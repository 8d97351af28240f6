import { useCallback, useEffect, useState } from 'react'
import { TIME } from '#proto/limits.ts'

/** Copies a text; `copied` is true for 2 s (docs/product/specification.md, 2). `copy` resolves to whether copying succeeded. */
export function useCopied() {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), TIME.copied)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = useCallback(async (text: string): Promise<boolean> => {
    const done = (await writeClipboard(text)) || copyByHand(text)
    setCopied(done)
    return done
  }, [])
  return { copied, copy }
}

async function writeClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

/** Fallback for plain http on a home network, which has no clipboard API. */
function copyByHand(text: string): boolean {
  const field = document.createElement('textarea')
  field.value = text
  field.style.position = 'fixed'
  field.style.opacity = '0'
  document.body.append(field)
  field.select()
  const done = document.execCommand('copy')
  field.remove()
  return done
}
