import { Refusal } from '#kit/refusal.ts'
import type { User } from '#proto/entities.ts'
import type { Input } from '#proto/operations/index.ts'
import { oneLine, toUser } from './account.ts'
import type { Accounts, ProfileChange } from './ports.ts'

/** Lines are kept, and nothing left is nothing kept. */
function storedLines(text: string | null): string | null {
  const lines = text?.replace(/\r\n?/g, '\n').split('\n').map(oneLine).join('\n').trim()
  return lines || null
}

/** @throws Refusal validation_failed when too little of it would be seen */
function storedFullName(field: 'firstName' | 'lastName', text: string, message: string): string {
  const name = oneLine(text)
  if (name.length < 2) throw new Refusal('validation_failed', { details: { [field]: message } })
  return name
}

function changeOf({ firstName, lastName, phone, address, language }: Input<'auth.change_profile'>): ProfileChange {
  return {
    ...(firstName === undefined ? {} : { firstName: storedFullName('firstName', firstName, 'First name must be at least 2 characters.') }),
    ...(lastName === undefined ? {} : { lastName: storedFullName('lastName', lastName, 'Last name must be at least 2 characters.') }),
    ...(phone === undefined ? {} : { phone: (phone && oneLine(phone)) || null }),
    ...(address === undefined ? {} : { address: storedLines(address) }),
    ...(language === undefined ? {} : { language }),
  }
}

/**
 * Changes what is named and nothing else.
 * @throws Refusal validation_failed, unauthenticated when the account is gone
 */
export async function changeProfile(accounts: Accounts, userId: number, form: Input<'auth.change_profile'>): Promise<User> {
  const record = await accounts.changeProfile(userId, changeOf(form))
  if (!record) throw new Refusal('unauthenticated')
  return toUser(record)
}
