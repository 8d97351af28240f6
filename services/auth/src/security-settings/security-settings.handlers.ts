import { residentOf, type SomeHandlersOf } from '#kit/handlers.ts'
import { changeSecuritySettings } from './security-settings.ts'

export const securitySettingsHandlers = (
  deps: Parameters<typeof changeSecuritySettings>[0],
): SomeHandlersOf<'auth', 'change_security_settings'> => ({
  change_security_settings: ({ input, caller }) => changeSecuritySettings(deps, residentOf(caller), input),
})
