/** /auth: one page, two forms, the toggle between them (spec section 2). */
import { type MouseEvent, useState } from 'react'
import type { Errors } from '../../core/form-errors.ts'
import { sharedTexts } from '../../core/texts/en-shared.ts'
import { LanguageLinks } from '../../ui/language-links.tsx'
import { Logo } from '../../ui/logo.tsx'
import { classes } from '../../ui/primitives.tsx'
import styles from './auth.module.css'
import { authTexts } from './en-auth.ts'
import { MarketingPanel } from './marketing-panel.tsx'
import { RegisterForm } from './register-form.tsx'
import { SignInForm } from './sign-in-form.tsx'
import type { RegisterValues, SignInValues } from './validation.ts'

const t = authTexts

/** Keeps the focus in the field: a blur could show an error, which would move the button away from under the press. */
const keepFocus = (event: MouseEvent) => event.preventDefault()

type Props = {
  readonly onSignIn: (values: SignInValues) => Promise<Errors<SignInValues>>
  readonly onRegister: (values: RegisterValues) => Promise<Errors<RegisterValues>>
  /** Switches to the other form and drops the first one's errors. */
  readonly onSwitch: () => void
}

export function AuthView({ onSignIn, onRegister, onSwitch }: Props) {
  const [registering, setRegistering] = useState(false)
  const change = () => {
    setRegistering(!registering)
    onSwitch()
  }
  return (
    <div className={styles.page}>
      <main className={styles.left}>
        <div className={classes(styles.box, registering && styles.wide)}>
          <div className={styles.brand}>
            <Logo size={44} />
            {sharedTexts.common.product}
          </div>
          <h1>{registering ? t.registerHeading : t.signInHeading}</h1>
          {registering ? <RegisterForm onSubmit={onRegister} /> : <SignInForm onSubmit={onSignIn} />}
          <p className={styles.other} onMouseDown={keepFocus}>
            {registering ? t.haveAccount : t.noAccount}{' '}
            <button type="button" onClick={change}>
              {registering ? t.toSignIn : t.signUp}
            </button>
          </p>
          <p className={styles.language} onMouseDown={keepFocus}>
            <LanguageLinks />
          </p>
        </div>
      </main>
      <MarketingPanel />
    </div>
  )
}
