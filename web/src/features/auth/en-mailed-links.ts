/** The pages that mailed links open, in English. */
export const linkTexts = {
  failed: 'This link did not work',
  toSignIn: 'Go to sign in',
  newLink: 'Get a new link',
  reset: {
    title: 'Set a new password',
    text: (username: string) => `For the account “${username}”. All devices are signed out, and passkeys removed.`,
    save: 'Set password',
    saving: 'Saving',
    done: 'Password changed',
    doneText: 'All devices are signed out. Sign in with your new password.',
    failed: 'Password not changed',
  },
  undo: {
    title: 'Undo the change of email',
    ask: 'Take your account back?',
    text: (username: string, oldEmail: string, newEmail: string) =>
      `The address of “${username}” was changed from ${oldEmail} to ${newEmail}. ` +
      "If it wasn't you, undo it now: all devices are signed out.",
    confirm: 'Undo the change',
    confirming: 'Undoing',
    done: 'Your address is back',
    doneText: (email: string) =>
      `The account uses ${email} again, and all devices are signed out. Set a new password now: someone knows the old one.`,
    toReset: 'Set a new password',
  },
  signIn: {
    title: 'Sign in',
    ask: 'Sign in with this link?',
    text: 'It works once. Only go on if you asked for it.',
    confirm: 'Sign in',
    confirming: 'Signing in',
    codeText: 'Your account also asks for a code. Open your authenticator app.',
  },
  begin: {
    title: 'Lost phone and codes',
    ask: 'Begin the wait of 72 hours?',
    text: 'Then two-factor authentication is turned off and your password alone signs you in. All your devices are told and can cancel it.',
    confirm: 'Begin the wait',
    confirming: 'Starting',
    done: 'The wait has begun',
    doneText: (date: string, time: string) =>
      `Sign in with your password after ${date}, ${time}. If your phone turns up, cancel it on any device.`,
  },
  cancel: {
    title: 'Keep two-factor authentication',
    ask: 'Keep two-factor authentication on?',
    text: 'Someone who knows your password asked to turn it off. If it was not you, cancel it.',
    confirm: 'Cancel the request',
    confirming: 'Canceling',
    done: 'Two-factor authentication stays on',
    doneText: 'Now change your password: someone else knows it.',
  },
} as const
