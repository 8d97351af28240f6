/** The addresses in mails. A token is in the fragment, which browsers send neither to a server nor in a Referer: no log contains it. */
type LinkName = 'verify' | 'reset' | 'undo' | 'recovery' | 'cancel-recovery' | 'sign-in'

export const authLink = (publicUrl: string, name: LinkName, token: string) => new URL(`/auth#${name}=${token}`, publicUrl).href
export const signInPage = (publicUrl: string) => new URL('/auth', publicUrl).href
