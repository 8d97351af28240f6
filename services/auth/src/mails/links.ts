/** Where mails lead. A token is in the fragment, which no browser sends to a server or in a Referer header: no log contains it. */
type LinkName = 'verify' | 'reset' | 'undo' | 'recovery' | 'cancel-recovery' | 'sign-in'

export const authLink = (publicUrl: string, name: LinkName, token: string) => new URL(`/auth#${name}=${token}`, publicUrl).href
export const signInPage = (publicUrl: string) => new URL('/auth', publicUrl).href
