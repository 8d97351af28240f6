import { isApiError } from './api-error.ts'

/** The resident closed the prompt for the password: nothing was done, and no message is shown. */
export class NotConfirmed extends Error {
  override readonly name = 'NotConfirmed'
}

/** Runs an action, after the password where it is needed. @throws NotConfirmed if the prompt was closed */
export type Run = <T>(action: () => Promise<T>) => Promise<T>

/** @returns whether the password was confirmed */
export type AskPassword = () => Promise<boolean>

/**
 * Runs an action that needs the password, after asking for it where it was not entered lately. A request that would be refused is not sent,
 * because browsers write every refusal to the console as an error.
 * @param isFresh whether the password was entered lately, by the server's answer
 * @throws NotConfirmed if the prompt was closed; else what the action throws
 */
export async function runConfirmed<T>(action: () => Promise<T>, isFresh: () => Promise<boolean>, ask: AskPassword): Promise<T> {
  const confirm = async () => {
    if (!(await ask())) throw new NotConfirmed()
  }
  if (!(await isFresh())) await confirm()
  try {
    return await action()
  } catch (error) {
    if (!isApiError(error, 'password_needed')) throw error
  }
  // The ten minutes ended in between.
  await confirm()
  return action()
}
