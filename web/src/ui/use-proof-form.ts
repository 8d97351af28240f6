import { isApiError } from '../core/api-error.ts'
import { issueMessage } from '../core/form-errors.ts'
import { type FieldErrors, useForm } from './use-form.ts'

type ProofValues = { readonly password: string; readonly code: string }
/** The server's input: the code only if one was typed. */
export type PasswordProof = { readonly password: string; readonly code?: string }

type Options = {
  /** Whether the account has two-factor authentication, by this page's data. */
  readonly needsCode?: boolean
  /** Rejects with the server's error. */
  readonly send: (proof: PasswordProof) => Promise<unknown>
  /** Shows an error that is about neither the password nor the code. */
  readonly onFailure: (error: unknown) => void
}

/** @returns the errors of the two fields; undefined if the error is about something else */
function errorsOfProof(error: unknown): FieldErrors | undefined {
  if (isApiError(error, 'password_wrong')) return { password: error.message }
  if (isApiError(error, 'two_factor_required', 'code_wrong')) return { code: error.message }
  const { password, code } = isApiError(error, 'validation_failed') ? error.details : {}
  return password || code ? { password, code } : undefined
}

/** The form of an operation that needs the password again, and a code if two-factor authentication is on. Its fields are `ProofFields`. */
export function useProofForm({ needsCode = false, send, onFailure }: Options) {
  return useForm<ProofValues>(
    { password: '', code: '' },
    {
      check: ({ password, code }) => ({
        ...(password ? {} : { password: issueMessage('password_required') }),
        ...(code.trim() || !needsCode ? {} : { code: issueMessage('code_required') }),
      }),
      send: async ({ password, code }) => {
        try {
          await send({ password, ...(code.trim() ? { code: code.trim() } : {}) })
          return {}
        } catch (error) {
          const errors = errorsOfProof(error)
          if (!errors) onFailure(error)
          return errors ?? {}
        }
      },
    },
  )
}
export type ProofForm = ReturnType<typeof useProofForm>
