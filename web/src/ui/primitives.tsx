/** Primitives that all features use: card, tag, avatar, icon button, empty and error states, banner. */
import { WarningCircleIcon } from '@phosphor-icons/react'
import { Button } from 'antd'
import type { ComponentProps, ReactNode } from 'react'
import { sharedTexts } from '../core/texts/en-shared.ts'
import { Logo } from './logo.tsx'
import { PageLegal } from './page-legal.tsx'
import styles from './primitives.module.css'
import { Tip } from './tip.tsx'

export const classes = (...names: (string | false | null | undefined)[]) => names.filter(Boolean).join(' ')

export function Card({ className, label, children }: { className?: string | undefined; label?: string; children: ReactNode }) {
  return (
    <section className={classes(styles.card, className)} aria-label={label}>
      {children}
    </section>
  )
}

export function CardHead({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className={styles.head}>
      <h2>{title}</h2>
      {children}
    </div>
  )
}

export type Tone = 'neutral' | 'green' | 'amber' | 'red' | 'accent'

export function Tag({ tone = 'neutral', icon, children }: { tone?: Tone; icon?: ReactNode; children: ReactNode }) {
  return (
    <span className={classes(styles.tag, tone !== 'neutral' && styles[tone])}>
      {icon}
      <span>{children}</span>
    </span>
  )
}

/** A photo, else the children (an icon or initials). */
export function Avatar({
  photo,
  alt,
  plain,
  children,
}: {
  photo?: string | null | undefined
  alt?: string
  plain?: boolean
  children?: ReactNode
}) {
  return (
    <div className={classes(styles.avatar, plain && !photo && styles.plain)}>
      {photo ? <img src={photo} alt={alt ?? ''} loading="lazy" /> : children}
    </div>
  )
}

type IconButtonProps = ComponentProps<'button'> & { readonly label: string; readonly look?: 'line' | 'quiet' | 'sunken' }

export function IconButton({ label, look = 'line', className, ...rest }: IconButtonProps) {
  return (
    <Tip text={label}>
      <button type="button" aria-label={label} className={classes(styles.icon, look !== 'line' && styles[look], className)} {...rest} />
    </Tip>
  )
}

export function EmptyState({ icon, title, text, children }: { icon: ReactNode; title: string; text: string; children?: ReactNode }) {
  return (
    <div className={styles.empty}>
      <div className={styles.tile}>{icon}</div>
      <h2>{title}</h2>
      <p>{text}</p>
      {children ? <div className={styles.below}>{children}</div> : null}
    </div>
  )
}

/** An error inside the card that failed, with a retry. */
export function ErrorState({ text, retry, onRetry }: { text: string; retry: string; onRetry: () => void }) {
  return (
    <div className={styles.problem} role="alert">
      <WarningCircleIcon size={24} weight="fill" aria-hidden />
      <div>{text}</div>
      <Button size="small" onClick={onRetry}>
        {retry}
      </Button>
    </div>
  )
}

/** The amber banner: what does not work now, and what still does. */
export function Banner({ icon, title, text, children }: { icon: ReactNode; title: string; text?: string; children?: ReactNode }) {
  return (
    <div className={styles.bar} role="status">
      {icon}
      <div>
        <span>{title}</span>
        {text ? <p>{text}</p> : null}
      </div>
      {children}
    </div>
  )
}

/**
 * A page with only centred content under the logo.
 * @param props `legal`: with the operator's links at its end, because strangers see it
 */
export function CentrePage({ children, mark = true, legal = false }: { children?: ReactNode; mark?: boolean; legal?: boolean }) {
  const page = (
    <main className={styles.centre}>
      {mark ? <Logo size={56} /> : null}
      {children}
    </main>
  )
  if (!legal) return page
  return (
    <div className={styles.withLegal}>
      {page}
      <PageLegal opensTab />
    </div>
  )
}

/**
 * In a button whose press is under way. antd's own icon leaves by a transition, and stays in the button, and in its name, where that
 * transition never starts, as on a slow machine.
 */
export const ButtonSpinner = () => <span className={styles.inButton} role="img" aria-label={sharedTexts.common.loading} />

/** @param label '' beside a text that says the same */
export function Spinner({ label }: { label: string }) {
  return <span className={styles.spinner} {...(label ? { role: 'status', 'aria-label': label } : { 'aria-hidden': true })} />
}
