import { isApiError } from '../core/api-error.ts'
import { issueMessage } from '../core/form-errors.ts'
import { useForm } from './use-form.ts'

/**
 * The form of a code of the authenticator app, or of a recovery code (docs/product/decisions.md, 25).
 * @param onCode rejects with the server's error; it has shown errors that are not about the code
 * @returns `field` are the props of CodeField
 */
export function useCodeForm(onCode: (code: string) => Promise<unknown>) {
  const form = useForm(
    { code: '' },
    {
      check: ({ code }) => (code.trim() ? {} : { code: issueMessage('code_required') }),
      send: async ({ code }) => {
        try {
          await onCode(code.trim())
        } catch (error) {
          if (isApiError(error, 'code_wrong')) return { code: error.message }
          if (isApiError(error, 'validation_failed')) return error.details
        }
        return {}
      },
    },
  )
  const clear = () => {
    form.set({ code: '' })
    form.reset()
  }
  const { onBlur: _, ...code } = form.field('code')
  return { submit: form.submit, pending: form.pending, field: { ...code, onSwitch: clear } }
}
