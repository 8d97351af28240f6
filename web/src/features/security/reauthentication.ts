import { isApiError } from '../../core/api-error.ts'

/** The resident closed the question for the password: nothing was done, and nothing is to be said about it. */
export class NotConfirmed extends Error {
  override readonly name = 'NotConfirmed'
}

/** @returns whether the password was confirmed */
export type AskPassword = () => Promise<boolean>

/**
 * Runs an action and, if the server needs the password first, asks for it and runs the action again.
 * @throws NotConfirmed if the question was closed; else what the action throws
 */
export async function runConfirmed<T>(action: () => Promise<T>, ask: AskPassword): Promise<T> {
  try {
    return await action()
  } catch (error) {
    if (!isApiError(error, 'password_needed')) throw error
  }
  if (!(await ask())) throw new NotConfirmed()
  return action()
}
