/** Recovering an account: a code, a forgotten password, a sign-in link, lost second factors. In English. */
export const helpTexts = {
  forgot: 'Forgot password?',
  back: 'Back to sign in',
  code: {
    heading: 'Enter your code',
    text: 'Open your authenticator app and type the code for Digital Doorbell.',
    lost: 'Lost your phone and codes?',
  },
  reset: {
    heading: 'Reset your password',
    text: 'Enter the email address of your account. We mail you a link to set a new password.',
    send: 'Send link',
    sending: 'Sending',
    failed: 'Link not sent',
  },
  link: {
    title: 'Too many failed sign-ins',
    text: 'Your password is not checked from this browser right now. A link by email still lets you in.',
    send: 'Email me a sign-in link',
  },
  lost: {
    heading: 'Lost your phone and codes?',
    text: 'We mail a link to the address of your account. Once you open it, a wait of 72 hours begins.',
    steps: [
      'All your devices and your email address are told, and each can cancel it.',
      'After 72 hours two-factor authentication is turned off.',
      'Then your password alone signs you in.',
    ],
    send: 'Email me the link',
  },
  mailed: {
    heading: 'Check your email',
    reset: 'If an account has this address, a mail is on its way. The link works once, for 30 minutes.',
    link: 'If this account has a confirmed address, a mail is on its way. The link works once, for 15 minutes.',
    recovery: 'If this account has a confirmed address, a mail is on its way. Open its link to begin the wait.',
    hint: 'Nothing there? Look in your spam folder.',
  },
} as const
