/** Links to the operator's imprint, privacy notice and terms (docs/product/decisions.md, 43); nothing where none is set. */
import type { ComponentProps } from 'react'
import { type LegalLinks, legalLinksSet } from '#proto/legal-links.ts'
import { legalTexts } from '../core/texts/en-legal.ts'

export type LegalNavProps = Pick<ComponentProps<'a'>, 'onMouseDown'> & {
  /** In a tab of their own: leaving the page would lose what it waits for. */
  readonly opensTab?: boolean
}

type Props = LegalNavProps & { readonly links: LegalLinks; readonly className: string | undefined }

export function LegalNav({ links, className, opensTab = false, onMouseDown }: Props) {
  const set = legalLinksSet(links)
  if (set.length === 0) return null
  return (
    <nav className={className} aria-label={legalTexts.label}>
      {set.map(({ name, url }) => (
        <a key={name} href={url} onMouseDown={onMouseDown} {...(opensTab ? { target: '_blank', rel: 'noopener' } : {})}>
          {legalTexts[name]}
        </a>
      ))}
    </nav>
  )
}
