import type { AccountMailTexts } from './account-mail-texts.ts'

export const englishAccountMails: AccountMailTexts = {
  passwordChanged: {
    subject: 'Your password has been changed',
    lines: (link) => [
      'Hello,',
      '',
      'The password of your digital doorbell account has been changed. All other devices are signed out.',
      '',
      'If this was not you, choose “Forgot password?” on this page and set a new one:',
      '',
      link,
      '',
      'Then sign in and remove passkeys that you do not know under Security.',
      '',
    ],
  },
  resetPassword: {
    subject: 'Set a new password',
    lines: (link) => [
      'Hello,',
      '',
      'Someone asked for a new password for your digital doorbell account. To set one, open this link:',
      '',
      link,
      '',
      'The link works once, for 30 minutes. If you did not ask for it, ignore this email. Your password stays as it is.',
      '',
    ],
  },
  emailChanged: {
    subject: 'Your email address has been changed',
    lines: (link) => [
      'Hello,',
      '',
      'Your digital doorbell account has a new email address.',
      '',
      'If this was not you, open this link. It brings this address back and signs out all devices:',
      '',
      link,
      '',
      'The link works for 72 hours.',
      '',
    ],
  },
  emailBack: {
    subject: 'Your email address is back',
    lines: (link) => [
      'Hello,',
      '',
      'The change of your email address has been undone. All devices are signed out.',
      '',
      'Someone may know your password. Choose “Forgot password?” on this page and set a new one:',
      '',
      link,
      '',
      'Passkeys that were added in the 72 hours before the change, or since, are removed. Sign in and remove others that you do not ' +
        'know under Security.',
      '',
    ],
  },
  emailTaken: {
    subject: 'Your email address has been changed',
    lines: () => [
      'Hello,',
      '',
      'The change to this email address has been undone by the previous address. Your digital doorbell account no longer uses this one.',
      '',
    ],
  },
  notificationsOff: {
    subject: 'Security notifications are off',
    lines: (link) => [
      'Hello,',
      '',
      'Security notifications were turned off for your digital doorbell account. You will get no more emails about new devices and ' +
        'blocked addresses.',
      '',
      'If this was not you, someone may know your password. Change it, and turn the notifications on again:',
      '',
      link,
      '',
    ],
  },
  logsOff: {
    subject: 'Your sign-ins are no longer recorded',
    lines: (link) => [
      'Hello,',
      '',
      'The record of sign-ins was turned off for your digital doorbell account. New sign-ins and failed attempts are not listed any more.',
      '',
      'If this was not you, someone may know your password. Change it, and turn the record on again:',
      '',
      link,
      '',
    ],
  },
  deletionWaits: {
    subject: 'Your account will be deleted soon',
    lines: () => [
      'Hello,',
      '',
      'Your digital doorbell account is closed. It will be deleted as soon as your subscription is cancelled. The payment provider has ' +
        'not confirmed that yet. We keep trying.',
      '',
      'You do not need to do anything. You get one more email when everything is deleted.',
      '',
    ],
  },
  deleted: {
    subject: 'Your account has been deleted',
    lines: () => [
      'Hello,',
      '',
      'Your digital doorbell account and everything stored with it have been deleted. The codes at your doors no longer work.',
      '',
      'This is the last email to this address.',
      '',
    ],
  },
  sessionEnds: {
    subject: 'One of your devices will stop ringing',
    lines: (link) => [
      'Hello,',
      '',
      'A device on which your digital doorbell rings has not been used for a while. In two weeks it will be signed out, and then it no ' +
        'longer rings.',
      '',
      'To keep it, open your doorbell on that device. If it is already signed out, sign in there again:',
      '',
      link,
      '',
    ],
  },
}
