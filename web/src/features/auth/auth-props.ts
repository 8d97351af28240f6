import type { Errors } from '../../core/form-errors.ts'
import type { AuthStep } from './sign-in-steps.ts'
import type { RegisterValues, SignInValues } from './validation.ts'

/** The actions of the page for the forms of /auth. */
export type AuthProps = {
  readonly start: AuthStep
  /** Whether a stranger may create an account on this server. */
  readonly registrationOpen: boolean
  /** Rejects with the server's error, which a toast has shown unless it is about the code. */
  readonly onSignIn: (values: SignInValues & { readonly code?: string }) => Promise<unknown>
  /** @returns the server's field errors. */
  readonly onRegister: (values: RegisterValues) => Promise<Errors<RegisterValues>>
  /** Switches to another form and drops the last one's errors. */
  readonly onSwitch: () => void
}
