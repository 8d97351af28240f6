/** English mails. */
import type { UnreadCounts } from '#proto/entities.ts'
import { counted, list, type MailTexts } from './catalogue.ts'

const NOT_YOU =
  'If this was not you, sign in, change your password, remove passkeys and API tokens that you do not know under Security, and ' +
  'check your account.'
/** Of alerts: somebody has signed in, or has not. */
const IN =
  'If this was you, you need to do nothing. If not, sign out that device, remove passkeys and API tokens that you do not know, and ' +
  'change your password:'
const NOT_IN = 'Nobody got in. If this was not you, check your account and turn on two-factor authentication:'
const ALERTS = {
  button: 'Open security page',
  after: ['You get this email because security notifications are on. You can turn them off on the page above.'],
}

function codesLeft(left: number): string {
  if (left === 0) return 'It was the last one. Please create new codes under Security.'
  return `${left === 1 ? 'One code is' : `${left} codes are`} left. You can create new ones under Security.`
}

const unread = ({ missed, messages, visits, system }: UnreadCounts) => [
  ...counted(missed, 'missed ring', 'missed rings'),
  ...counted(messages, 'message', 'messages'),
  ...counted(visits, 'visit request', 'visit requests'),
  ...counted(system, 'message about your account', 'messages about your account'),
]

export const english: MailTexts = {
  greeting: 'Hello,',
  legal: { imprint: 'Imprint', privacy: 'Privacy', terms: 'Terms' },
  kinds: {
    'general.verification': () => ({
      subject: 'Confirm your email address',
      before: ['Please confirm your email address for your digital doorbell:'],
      button: 'Confirm address',
      after: ['The link works for 72 hours. If you did not create this account, open it and choose “Not me”, or ignore this email.'],
    }),
    'general.newAddress': () => ({
      subject: 'Confirm your new email address',
      before: ['Someone wants to use this email address for a digital doorbell account. To confirm it, open this link:'],
      button: 'Confirm address',
      after: ['The link works for 72 hours. If this was not you, ignore this email. Nothing will change.'],
    }),
    'general.changeAsked': () => ({
      subject: 'Request to change your email address',
      before: [
        'Someone who is signed in to your digital doorbell asked to change your email address. This address stays in use until ' +
          'the new one is confirmed.',
        'If this was not you, someone may know your password. Please check your account:',
      ],
      button: 'Check account',
    }),
    'general.summary': (counts) => ({
      subject: `At your door: ${unread(counts).join(', ')}`,
      before: ['Here is what is new at your door:', list(unread(counts))],
      button: 'Open notifications',
      after: ['You get this email because email notifications are on. You can turn them off on the page above.'],
    }),
    'general.pass': () => ({
      subject: 'Your visit is approved',
      before: ['The visit you requested is approved. This is your pass:'],
      button: 'Open pass',
      after: [
        'Open it at the door. When you ring with it, the resident sees that you are expected. If you did not request a visit, ' +
          'ignore this email.',
      ],
    }),
    'general.invitation': () => ({
      subject: 'Invitation to a digital doorbell',
      before: [
        'Someone wants to share their digital doorbell with you, so that it rings for you too. To see the invitation, open this link:',
      ],
      button: 'Open invitation',
      after: ['The link works once, for seven days. If you do not want this or do not know who it is from, ignore this email.'],
    }),
    'account.passwordChanged': () => ({
      subject: 'Your password has been changed',
      before: [
        'The password of your digital doorbell account has been changed. All other devices are signed out.',
        'If this was not you, choose “Forgot password?” on this page and set a new one:',
      ],
      button: 'Open sign-in page',
      after: ['Then sign in and remove passkeys that you do not know under Security.'],
    }),
    'account.resetPassword': () => ({
      subject: 'Set a new password',
      before: ['Someone asked for a new password for your digital doorbell account. To set one, open this link:'],
      button: 'Set password',
      after: ['The link works once, for 30 minutes. If you did not ask for it, ignore this email. Your password stays as it is.'],
    }),
    'account.emailChanged': () => ({
      subject: 'Your email address has been changed',
      before: [
        'Your digital doorbell account has a new email address.',
        'If this was not you, open this link. It brings this address back and signs out all devices:',
      ],
      button: 'Bring address back',
      after: ['The link works for 72 hours.'],
    }),
    'account.emailBack': () => ({
      subject: 'Your email address is back',
      before: [
        'The change of your email address has been undone. All devices are signed out.',
        'Someone may know your password. Choose “Forgot password?” on this page and set a new one:',
      ],
      button: 'Open sign-in page',
      after: [
        'Passkeys that were added in the 72 hours before the change, or since, are removed. Sign in and remove others that you ' +
          'do not know under Security.',
      ],
    }),
    'account.emailTaken': () => ({
      subject: 'Your email address has been changed',
      before: [
        'The change to this email address has been undone by the previous address. Your digital doorbell account no longer ' +
          'uses this one.',
      ],
    }),
    'account.deletionWaits': () => ({
      subject: 'Your account will be deleted soon',
      before: [
        'Your digital doorbell account is closed. It will be deleted as soon as your subscription is cancelled. The payment ' +
          'provider has not confirmed that yet. We keep trying.',
        'You do not need to do anything. You get one more email when everything is deleted.',
      ],
    }),
    'account.deleted': () => ({
      subject: 'Your account has been deleted',
      before: [
        'Your digital doorbell account and everything stored with it have been deleted. The codes at your doors no longer work.',
        'This is the last email to this address.',
      ],
    }),
    'account.notificationsOff': () => ({
      subject: 'Security notifications are off',
      before: [
        'Security notifications were turned off for your digital doorbell account. You will get no more emails about new ' +
          'devices and blocked addresses.',
        'If this was not you, someone may know your password. Change it, and turn the notifications on again:',
      ],
      button: 'Open security page',
    }),
    'account.logsOff': () => ({
      subject: 'Your sign-ins are no longer recorded',
      before: [
        'The record of sign-ins was turned off for your digital doorbell account. New sign-ins and failed attempts are not ' +
          'listed any more.',
        'If this was not you, someone may know your password. Change it, and turn the record on again:',
      ],
      button: 'Open security page',
    }),
    'account.sessionEnds': () => ({
      subject: 'One of your devices will stop ringing',
      before: [
        'A device on which your digital doorbell rings has not been used for a while. In two weeks it will be signed out, and ' +
          'then it no longer rings.',
        'To keep it, open your doorbell on that device. If it is already signed out, sign in there again:',
      ],
      button: 'Sign in',
    }),
    'factor.turnedOn': () => ({
      subject: 'Two-factor authentication is on',
      before: ['Two-factor authentication was turned on for your digital doorbell account.', NOT_YOU],
    }),
    'factor.turnedOff': () => ({
      subject: 'Two-factor authentication is off',
      before: ['Two-factor authentication was turned off for your digital doorbell account.', NOT_YOU],
    }),
    'factor.codesReplaced': () => ({
      subject: 'New recovery codes',
      before: ['Your digital doorbell account has new recovery codes. The old ones no longer work.', NOT_YOU],
    }),
    'factor.codeUsed': ({ left }) => ({
      subject: 'A recovery code was used',
      before: [
        ['A recovery code was used for your digital doorbell account.', ...(left === null ? [] : [codesLeft(left)])].join('\n'),
        NOT_YOU,
      ],
    }),
    'factor.recoveryLink': () => ({
      subject: 'Sign in without your authenticator app',
      before: [
        'Someone who knows your password has lost the phone and the recovery codes of your digital doorbell account. If this ' +
          'was you, open this link. After 72 hours, two-factor authentication is turned off and your password is enough to sign ' +
          'in:',
      ],
      button: 'Turn off in 72 hours',
      after: ['The link works for 30 minutes. If this was not you, do not open it and change your password.'],
    }),
    'factor.recoveryBegun': () => ({
      subject: 'Two-factor authentication will be turned off in 72 hours',
      before: [
        'Someone who knows your password and reads your email asked to turn off two-factor authentication for your digital ' +
          'doorbell account. This happens in 72 hours.',
        'If this was not you, cancel it now:',
      ],
      button: 'Cancel',
      after: [
        'Then change your password and remove passkeys and API tokens that you do not know under Security. You can also cancel ' +
          'on every device on which you are signed in.',
      ],
    }),
    'factor.recoveryCancelled': () => ({
      subject: 'Two-factor authentication stays on',
      before: [
        'The request to turn off two-factor authentication for your digital doorbell account was cancelled. Nothing changes.',
        'If you did not make this request, someone knows your password. Please change it, and remove passkeys and API ' +
          'tokens that you do not know under Security.',
      ],
    }),
    'factor.recoveryEnded': () => ({
      subject: 'Two-factor authentication is off',
      before: [
        'The 72 hours are over: two-factor authentication is off for your digital doorbell account. You can sign in with your ' +
          'password alone.',
        'Please set it up again under Security.',
      ],
    }),
    'factor.operatorReset': () => ({
      subject: 'Two-factor authentication is off',
      before: [
        'The operator of your digital doorbell turned off two-factor authentication for your account. You can sign in with ' +
          'your password alone.',
        'If you did not ask for this, please contact the operator.',
      ],
    }),
    'factor.signInLink': () => ({
      subject: 'Your sign-in link',
      before: [
        'Someone keeps trying to sign in to your digital doorbell account, so new browsers have to wait. With this link you ' +
          'can sign in now:',
      ],
      button: 'Sign in',
      after: ['The link works once, within 15 minutes. If you did not ask for it, ignore this email.'],
    }),
    'factor.passkeyAdded': () => ({
      subject: 'A passkey was added',
      before: ['A passkey was added to your digital doorbell account. It signs in without your password.', NOT_YOU],
    }),
    'factor.passkeyRemoved': () => ({
      subject: 'A passkey was removed',
      before: ['A passkey of your digital doorbell account was removed. It no longer signs in.', NOT_YOU],
    }),
    'factor.passkeyCopied': ({ name }) => ({
      subject: 'A sign-in with a passkey was refused',
      before: [
        `A sign-in with the passkey “${name}” of your digital doorbell account was refused, because that passkey may have been copied.`,
        'Please remove it under Security and add a new one.',
      ],
    }),
    'api_token.created': ({ name }) => ({
      subject: 'An API token was created',
      before: [
        `The API token “${name}” was created for your digital doorbell account. A program can use it to act for your account, within ` +
          'its permissions, until you revoke it under Security.',
        NOT_YOU,
      ],
    }),
    'alert.automatic_ip_block': ({ address }) => ({
      subject: 'Failed sign-ins: an address is blocked',
      before: [
        `Someone at the address ${address} has repeatedly tried to sign in to your digital doorbell with a wrong password. ` +
          'Signing in from there is blocked for 15 minutes.',
        NOT_IN,
      ],
      ...ALERTS,
    }),
    'alert.new_device_login': ({ address }) => ({
      subject: 'New device signed in',
      before: [
        `Someone signed in to your digital doorbell with a device that had not been used for it before. Its address is ${address}.`,
        IN,
      ],
      ...ALERTS,
    }),
    'alert.new_location_login': ({ location, address }) => ({
      subject: 'Sign-in from a new location',
      before: [
        `Someone signed in to your digital doorbell from ${location}, for the first time in 90 days. The address is ${address}.`,
        IN,
      ],
      ...ALERTS,
    }),
    'alert.failed_login_attempts': ({ count }) => ({
      subject: 'Failed attempts to sign in',
      before: [`Someone has entered a wrong password for your digital doorbell ${count} times within 15 minutes.`, NOT_IN],
      ...ALERTS,
    }),
    'plan.plan_ends': ({ date }) => ({
      subject: 'Your Premium plan is ending',
      before: [
        `Your Premium plan of your digital doorbell ends on ${date}. Nothing more is charged.`,
        'From then on there are no video and audio calls, and only your first door rings. Your history stays as long as it was ' +
          'promised.',
        'If you want to keep Premium, choose “Keep Premium” on this page:',
      ],
      button: 'Open plan',
    }),
    'plan.second_subscription': () => ({
      subject: 'A second payment was returned',
      before: [
        'Premium for your digital doorbell was paid twice. The second subscription is cancelled, and its payment goes back to ' +
          'your card within a few days. Your Premium plan goes on.',
        'Your payments are on this page:',
      ],
      button: 'Open payments',
    }),
    'ring.unseen': () => ({
      subject: 'Someone is at your door',
      before: ['Someone has rung your digital doorbell, and no device of yours has shown it. While it rings you can answer here:'],
      button: 'Open ring',
      after: ['Afterwards the same page shows the visit. You get this email because email notifications about missed rings are on.'],
    }),
    'ring.many': () => ({
      subject: 'Your doorbell has rung several times',
      before: [
        'Your digital doorbell has rung more than five times within an hour, and no device of yours has shown it. For an hour ' +
          'you get no further email about single rings. The last one is here:',
      ],
      button: 'Open ring',
      after: ['Check under Settings, Devices why your devices are silent.'],
    }),
  },
}
