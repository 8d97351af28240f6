/** Operations on passkeys, and signing in or confirming with one. */
import { Answer, residentOf, type SomeHandlersOf } from '#kit/handlers.ts'
import { addPasskey, beginPasskey, listPasskeys, removePasskey, renamePasskey } from './passkeys.ts'
import { beginPasskeyCheck, beginPasskeySignIn, confirmPasskey, signInWithPasskey } from './use-passkey.ts'

type Own = 'passkeys' | 'begin_passkey' | 'add_passkey' | 'rename_passkey' | 'remove_passkey'
type Use = 'begin_passkey_check' | 'confirm_passkey' | 'begin_passkey_sign_in' | 'sign_in_with_passkey'

export const passkeyHandlers = (deps: Parameters<typeof addPasskey>[0]): SomeHandlersOf<'auth', Own> => ({
  passkeys: ({ caller }) => listPasskeys(deps, residentOf(caller).userId),
  begin_passkey: ({ caller }) => beginPasskey(deps, { ...caller, resident: residentOf(caller) }),
  add_passkey: ({ input, caller }) => addPasskey(deps, input, { ...caller, resident: residentOf(caller) }),
  rename_passkey: ({ input, caller }) => renamePasskey(deps, residentOf(caller).userId, input.id, input.name),
  remove_passkey: async ({ input, caller }) => {
    await removePasskey(deps, input.id, { ...caller, resident: residentOf(caller) })
    return {}
  },
})

export const passkeyUseHandlers = (deps: Parameters<typeof signInWithPasskey>[0]): SomeHandlersOf<'auth', Use> => ({
  begin_passkey_check: ({ caller }) => beginPasskeyCheck(deps, residentOf(caller)),
  confirm_passkey: async ({ input, caller }) => {
    await confirmPasskey(deps, input.credential, { ...caller, resident: residentOf(caller) })
    return {}
  },
  begin_passkey_sign_in: async () => beginPasskeySignIn(deps),
  sign_in_with_passkey: async ({ input, caller }) => {
    const { user, cookies } = await signInWithPasskey(deps, input.credential, caller)
    return new Answer(user, { cookies })
  },
})
