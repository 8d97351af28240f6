import { readLegalLinks } from '#proto/legal-links.ts'
import { LegalNav, type LegalNavProps } from './legal-nav.tsx'
import styles from './page-legal.module.css'

const contentOf = (name: string) => document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content

/** The operator's legal links, which the gateway has written into the page's head. */
export const PageLegal = (props: LegalNavProps) => <LegalNav links={readLegalLinks(contentOf)} className={styles.legal} {...props} />
