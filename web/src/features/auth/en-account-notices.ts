/** Confirming an email address and the end of a session, in English. */
export const accountNoticeTexts = {
  verify: {
    title: 'Confirm your email',
    ask: 'Is this your account?',
    askText: (username: string, email: string) => `“${username}” wants to use ${email} for a digital doorbell account.`,
    mine: "Yes, it's me",
    notMine: 'Not me',
    rejected: 'Thank you',
    rejectedText: 'This account will not use your email address.',
    done: 'Email confirmed',
    doneText: (email: string) => `${email} is now confirmed.`,
    failed: 'This link did not work',
    toDashboard: 'Go to the dashboard',
    toSignIn: 'Go to sign in',
    open: 'Your email address is not confirmed yet.',
    openText: (email: string) => `We sent a link to ${email}.`,
    resend: 'Send again',
    resent: 'Email sent',
    resentText: 'Please check your inbox.',
    resendFailed: 'Email not sent',
  },
  sessionEnd: {
    title: (date: string) => `You will be signed out on ${date}.`,
    text: 'Sign in again to stay signed in.',
    signIn: 'Sign in again',
  },
} as const
