/** /auth: one page, two forms with the toggle between them (docs/product/specification.md, 2), and the steps that recover an account. */
import { WarningCircleIcon } from '@phosphor-icons/react'
import { useEffect, useRef, useState } from 'react'
import { sharedTexts } from '../../core/texts/en-shared.ts'
import { LanguageLinks } from '../../ui/language-links.tsx'
import { Logo } from '../../ui/logo.tsx'
import { PageLegal } from '../../ui/page-legal.tsx'
import { Banner, classes } from '../../ui/primitives.tsx'
import styles from './auth.module.css'
import type { AuthProps } from './auth-props.ts'
import { AuthStepView } from './auth-step.tsx'
import { authTexts } from './en-auth.ts'
import { helpTexts } from './en-sign-in-help.ts'
import { keepFocus } from './keep-focus.ts'
import { MarketingPanel } from './marketing-panel.tsx'
import { OutcomeButtons } from './outcome-buttons.tsx'
import type { AuthStep } from './sign-in-steps.ts'

const t = authTexts

const HEADINGS: Readonly<Record<AuthStep['at'], string>> = {
  signIn: t.signInHeading,
  register: t.registerHeading,
  forgot: helpTexts.reset.heading,
  code: helpTexts.code.heading,
  lost: helpTexts.lost.heading,
  mailed: helpTexts.mailed.heading,
}

export function AuthView({ start, registrationOpen, onSwitch, ...forms }: AuthProps) {
  const [step, setStep] = useState(start)
  const go = (next: AuthStep) => {
    setStep(next)
    onSwitch()
  }
  const { at } = step
  const heading = useRef<HTMLHeadingElement>(null)
  // These steps have no field that takes the focus of the removed button.
  useEffect(() => {
    if (at === 'mailed' || at === 'lost') heading.current?.focus()
  }, [at])
  return (
    <div className={styles.page}>
      <main className={styles.left}>
        <div className={classes(styles.box, at === 'register' && styles.wide)}>
          <div className={styles.brand}>
            <Logo size={44} />
            <span>{sharedTexts.common.product}</span>
          </div>
          <h1 ref={heading} tabIndex={-1}>
            {HEADINGS[at]}
          </h1>
          {navigator.cookieEnabled ? null : (
            <div className={styles.cookies}>
              <Banner icon={<WarningCircleIcon size={20} aria-hidden />} {...t.cookies} />
            </div>
          )}
          <AuthStepView step={step} onStep={setStep} {...forms} />
          {at === 'signIn' && !registrationOpen ? (
            <p className={styles.other}>
              <span>{t.registrationClosed}</span>
            </p>
          ) : at === 'signIn' || at === 'register' ? (
            <p className={styles.other} onMouseDown={keepFocus}>
              <span>{`${at === 'register' ? t.haveAccount : t.noAccount} `}</span>
              <button type="button" onClick={() => go(at === 'register' ? { at: 'signIn' } : { at: 'register' })}>
                {at === 'register' ? t.toSignIn : t.signUp}
              </button>
            </p>
          ) : (
            <OutcomeButtons outcome={at === 'mailed' ? at : undefined}>
              <p className={styles.other} onMouseDown={keepFocus}>
                <button type="button" onClick={() => go({ at: 'signIn' })}>
                  {helpTexts.back}
                </button>
              </p>
            </OutcomeButtons>
          )}
          <p className={styles.language} onMouseDown={keepFocus}>
            <LanguageLinks />
          </p>
          <PageLegal onMouseDown={keepFocus} />
        </div>
      </main>
      <MarketingPanel />
    </div>
  )
}
