/** Typed texts of a ring that was not placed yet, in this tab only: other tabs have their own form. */
import { tryStorage } from '../../core/storage.ts'
import { mapTexts, type RingDraft } from '../page/draft.ts'

const DRAFT = 'visitorDraft'

const ofThisTab = () => window.sessionStorage

export function saveDraft(qrCodeId: string, draft: RingDraft): void {
  tryStorage((storage) => storage.setItem(DRAFT, JSON.stringify({ ...draft, qrCodeId })), ofThisTab)
}

export function clearDraft(): void {
  tryStorage((storage) => storage.removeItem(DRAFT), ofThisTab)
}

/** The name typed last in this browser. */
export const lastName = () => tryStorage((storage) => storage.getItem('visitorName')) ?? ''

/** @returns the draft with its empty fields filled from this door's stored draft, and the name with the last one */
export function withSavedDraft(qrCodeId: string, draft: RingDraft): RingDraft {
  const kept = tryStorage((storage) => JSON.parse(storage.getItem(DRAFT) ?? '{}') as Partial<RingDraft & { qrCodeId: string }>, ofThisTab)
  const one = (name: keyof RingDraft) => draft[name] || (kept?.qrCodeId === qrCodeId ? String(kept[name] ?? '') : '')
  const texts = mapTexts(one)
  return { ...texts, visitorName: texts.visitorName || lastName() }
}
