import { isApiError } from '../../core/api-error.ts'
import type { Errors } from '../../core/form-errors.ts'
import styles from './auth.module.css'
import type { AuthProps } from './auth-props.ts'
import { CodeStep } from './code-step.tsx'
import { helpTexts } from './en-sign-in-help.ts'
import { ForgotForm } from './forgot-form.tsx'
import { LinkOffer } from './link-offer.tsx'
import { LostStep } from './lost-step.tsx'
import { PasskeySignIn } from './passkey-sign-in.tsx'
import { RegisterForm } from './register-form.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { type AuthStep, stepAfter } from './sign-in-steps.ts'
import type { SignInValues } from './validation.ts'

const t = helpTexts

type Props = Pick<AuthProps, 'onSignIn' | 'onRegister'> & { readonly step: AuthStep; readonly onStep: (step: AuthStep) => void }

/** The content between the heading and the link to the other form. */
export function AuthStepView({ step, onStep, onSignIn, onRegister }: Props) {
  /** Signs in, or goes to the step that the error requires. */
  const signIn = async (values: SignInValues & { readonly code?: string }) => {
    try {
      return await onSignIn(values)
    } catch (error) {
      const next = stepAfter(error, { username: values.username, password: values.password })
      if (next && next.at !== step.at) onStep(next)
      else if (next?.at === 'signIn' && next.offersLink) onStep(next)
      throw error
    }
  }
  switch (step.at) {
    case 'register':
      return <RegisterForm onSubmit={onRegister} />
    case 'forgot':
      return (
        <>
          <p className={styles.lead}>{t.reset.text}</p>
          <ForgotForm onSent={() => onStep({ at: 'mailed', what: 'reset' })} />
        </>
      )
    case 'code':
      return (
        <>
          <p className={styles.lead}>{t.code.text}</p>
          <CodeStep onCode={(code) => signIn({ ...step.credentials, code })} />
          <p className={styles.lost}>
            <button type="button" onClick={() => onStep({ at: 'lost', credentials: step.credentials })}>
              {t.code.lost}
            </button>
          </p>
        </>
      )
    case 'lost':
      return (
        <>
          <p className={styles.lead}>{t.lost.text}</p>
          <LostStep credentials={step.credentials} onSent={() => onStep({ at: 'mailed', what: 'recovery' })} />
        </>
      )
    case 'mailed':
      return (
        <div role="status">
          <p className={styles.lead}>{t.mailed[step.what]}</p>
          <p className={styles.hint}>{t.mailed.hint}</p>
        </div>
      )
    case 'signIn':
      return (
        <>
          <SignInForm
            username={step.username ?? ''}
            onForgot={() => onStep({ at: 'forgot' })}
            onSubmit={(values) => signIn(values).then(() => ({}), fieldsOf)}
          />
          <PasskeySignIn />
          {step.offersLink && step.username ? (
            <LinkOffer username={step.username} onSent={() => onStep({ at: 'mailed', what: 'link' })} />
          ) : null}
        </>
      )
  }
}

/** The error stays under the password after its toast has closed. */
function fieldsOf(error: unknown): Errors<SignInValues> {
  if (isApiError(error, 'credentials_wrong')) return { password: error.message }
  return isApiError(error, 'validation_failed') ? error.details : {}
}
