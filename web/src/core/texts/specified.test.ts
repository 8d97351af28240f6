/** The English texts contain the specification's texts (docs/product/specification.md, 2, 5, 8) letter by letter. */
import { expect, test } from '@jest/globals'
import { activitiesTexts } from '../../features/activities/en-activities.ts'
import { activityLogTexts as log } from '../../features/activity-log/en-activity-log.ts'
import { authTexts as auth } from '../../features/auth/en-auth.ts'
import { callViewTexts } from '../../features/calls/en-calls.ts'
import { doorCardTexts as door } from '../../features/door-card/en-door-card.ts'
import { historyTexts } from '../../features/history/en-history.ts'
import { liveTexts } from '../../features/live-call/en-live-call.ts'
import { notificationTexts } from '../../features/notifications/en-notifications.ts'
import { promoTexts as promo } from '../../features/promo/en-promo.ts'
import { ringsTexts } from '../../features/rings/en-rings.ts'
import { securityTexts as security } from '../../features/security/en-security.ts'
import { dialogTexts } from '../../features/security/en-security-dialogs.ts'
import { subscriptionTexts as subscription } from '../../features/subscription/en-subscription.ts'
import { shellTexts } from '../../resident/en-shell.ts'
import { visitorTexts } from '../../visitor/en-visitor.ts'
import { priceOf } from '../money.ts'
import { callTexts } from './en-call.ts'
import { passwordTexts } from './en-password.ts'
import { sharedTexts } from './en-shared.ts'

const { common, premium, ring } = sharedTexts
const { signedOut, small } = shellTexts
const retry = 'Please try again.'

// covers: T-auth T-login-failed T-registration-failed
test('signing in, registering and signing out have the specified texts', () => {
  expect([auth.loginFailed, auth.registrationFailed, auth.logoutFailed]).toEqual(['Login failed', 'Registration failed', 'Logout failed'])
})

// covers: T-login T-registration T-logout
test('successful account changes have the specified texts', () => {
  expect([auth.loginDone, auth.welcomeBack('Ada')]).toEqual(['Login successful', 'Welcome back, Ada!'])
  expect([auth.registrationDone, auth.welcome('Ada')]).toEqual(['Registration successful', expect.stringMatching(/^Welcome/)])
  expect([auth.logoutDone, auth.loggedOut]).toEqual(['Logged out', 'You have been successfully logged out.'])
})

// covers: T-screens
test('the form of /auth has the specified texts', () => {
  expect([auth.signInHeading, auth.signIn, auth.signingIn]).toEqual(['Sign in to your account', 'Sign In', 'Signing in'])
  expect([auth.registerHeading, auth.createAccount, auth.creatingAccount]).toEqual([
    'Create your account',
    'Create Account',
    'Creating Account',
  ])
  expect([`${auth.noAccount} ${auth.signUp}`, `${auth.haveAccount} ${auth.toSignIn}`]).toEqual([
    "Don't have an account? Sign up",
    'Already have an account? Sign in',
  ])
  expect(auth.features.map(({ title }) => title)).toEqual(['Digital Doorbell', 'Video Communications', 'Always Connected'])
})

test('a signed-out resident reads the specified reason', () => {
  expect([signedOut.title, signedOut.text]).toEqual(['Authentication Required', 'Please log in to access this feature.'])
})

// covers: T-strength
test('password strength has five labels and four rules', () => {
  expect(passwordTexts.strength).toEqual(['Very weak', 'Weak', 'Medium', 'Strong', 'Very strong'])
  expect(Object.keys(passwordTexts.rules)).toEqual(['length', 'number', 'uppercase', 'special'])
})

// covers: T-settings-updated T-security-settings T-alerts T-alerts-inline T-sessions T-sessions-inline
test('the Security page has the specified texts', () => {
  const { update, alerts, sessions, info } = security
  expect([update.done, update.doneText]).toEqual(['Settings updated', 'Your security settings have been saved successfully.'])
  expect([update.failed, update.failedText]).toEqual(['Update failed', `Failed to update security settings. ${retry}`])
  expect([alerts.failed, alerts.none, alerts.noneText]).toEqual([
    'Failed to load security alerts. Please try again later.',
    'All Clear!',
    'You have no security alerts at this time.',
  ])
  expect([alerts.readFailed, alerts.readAllFailed, alerts.allRead]).toEqual([
    'Failed to mark alert as read',
    'Failed to mark alerts as read',
    'All alerts marked as read',
  ])
  expect([sessions.ended, sessions.endedText]).toEqual(['Session Ended', 'The device has been signed out successfully.'])
  expect([sessions.allEnded, sessions.allEndedText]).toEqual(['Sessions Ended', 'All other devices have been signed out.'])
  expect([sessions.revokeFailed, sessions.revokeAllFailed]).toEqual([
    `Failed to sign out device. ${retry}`,
    `Failed to sign out all devices. ${retry}`,
  ])
  expect([sessions.failed, sessions.none]).toEqual(['Failed to load active sessions. Please try again later.', 'No active sessions found.'])
  expect(info.map(({ title }) => title)).toEqual(['Automatic IP Blocking', 'Real-time Security Alerts', 'Session Management'])
})

// covers: T-login-history T-password-updated T-password-failed
test('login history and the password forms have the specified texts', () => {
  const { logins, password } = dialogTexts
  expect([logins.failed, logins.none, logins.failedEntry]).toEqual([
    'Failed to load login history. Please try again later.',
    'No login activity found.',
    'Failed login attempt detected',
  ])
  expect([password.updated, password.tooShort]).toEqual(['Password Updated', 'Password must be at least 8 characters.'])
  expect([password.error, password.failed, password.wrong, password.wrongText]).toEqual([
    'Error',
    `Failed to update password. ${retry}`,
    'Failed to update password',
    `Please check your current password and ${retry.replace('Please ', '')}`,
  ])
})

// covers: T-premium T-screens
test('the premium offer has the specified texts', () => {
  expect([premium.title, premium.notNow, premium.upgrade]).toEqual(['Premium Subscription Required', 'Not Now', 'Upgrade Now'])
  expect([premium.toastVideo, premium.toastAudio]).toEqual([
    'You need a premium subscription to use video call features.',
    'You need a premium subscription to use audio calls. Please upgrade your plan.',
  ])
  expect([promo.fullButton, promo.compactButton]).toEqual(['Upgrade to Premium', 'Upgrade'])
})

// covers: T-microphone T-camera
test('device errors have the specified texts on both sides', () => {
  expect(callTexts.microphoneProblem.denied.text).toBe(
    'Please allow microphone access for audio calls. You can change these permissions in your browser settings.',
  )
  const refused = { title: 'Camera access error', text: 'Unable to access your camera. Please check permissions.' }
  const unsupported = { title: 'Camera not supported', text: "Your browser doesn't support camera access." }
  expect([callTexts.cameraProblem.denied, visitorTexts.cameraError]).toEqual([refused, refused])
  expect(callTexts.cameraProblem.unsupported).toEqual(unsupported)
})

// covers: T-ring-failed T-unexpected T-dismiss-failed
test('errors at the door have the specified texts', () => {
  expect(visitorTexts.ringFailed).toEqual({ title: 'Doorbell Ring Failed', text: `Failed to ring the doorbell. ${retry}` })
  expect([common.errorTitle, common.unexpected]).toEqual(['Error', `An unexpected error occurred. ${retry}`])
  expect(visitorTexts.communicationError).toEqual({
    title: 'Communication Error',
    text: 'There was an error communicating with the resident',
  })
  expect(liveTexts.dismissFailed).toBe(`Failed to dismiss the call. ${retry}`)
  expect(callTexts.endFailed).toEqual({ title: 'Error', text: 'Failed to end the call properly. Please refresh the page.' })
})

// covers: T-subscription-updated T-subscription-return
test('plan changes have the specified texts', () => {
  expect([subscription.updated, subscription.updatedText('Free')]).toEqual(['Subscription Updated', 'You are now on the Free plan.'])
  expect([subscription.successTitle, subscription.success]).toEqual([
    'Subscription Successful',
    'Your premium subscription has been activated.',
  ])
  expect([subscription.canceledTitle, subscription.canceled]).toEqual([
    'Subscription Canceled',
    'You have canceled the subscription process.',
  ])
})

// covers: T-activities-failed T-logs-failed T-mark-failed T-activity-updated
test('activity log errors have the specified texts', () => {
  expect([log.loadFailed, log.loadFailedText]).toEqual(['Failed to load activities', `Could not load your activity logs. ${retry}`])
  expect([log.error, log.errorText]).toEqual(['Error', 'An error occurred while loading activity logs.'])
  expect([log.updateFailed, log.updateFailedText]).toEqual(['Failed to update', 'Could not mark activity as handled.'])
  expect([log.updated, log.updatedText]).toEqual(['Activity updated', 'Activity has been marked as handled.'])
  expect(activitiesTexts.failed).toBe(log.loadFailedText)
})

// covers: T-screens
test('notifications have the specified texts', () => {
  const { title, search, tabs, markAll, badgeNew, viewDetails, none, noMatch, caughtUp } = notificationTexts
  expect([title, search, markAll, badgeNew, viewDetails]).toEqual([
    'Notifications',
    'Search notifications...',
    'Mark All as Read',
    'New',
    'View Details',
  ])
  expect(Object.values(tabs)).toEqual(['All', 'Unread', 'Doorbell', 'Messages', 'Packages'])
  expect([none, noMatch, caughtUp]).toEqual(['No notifications', 'No notifications match your search', "You're all caught up!"])
})

// covers: T-screens
test('visitor history and activity logs have the specified texts', () => {
  expect([historyTexts.title, historyTexts.clear, historyTexts.export, historyTexts.snapshot, historyTexts.details]).toEqual([
    'Visitor History',
    'Clear All Filters',
    'Export Visitor Data',
    'View Snapshot',
    'View Details',
  ])
  expect([log.search, ...Object.values(log.tabs), sharedTexts.activity.system, log.handled, log.unhandled, log.mark]).toEqual([
    'Search activities...',
    'All Activities',
    'Doorbell',
    'Messages',
    'Notifications',
    'System',
    'Handled',
    'Unhandled',
    'Mark as Handled',
  ])
})

// covers: T-photo T-call-ended T-call-dismissed
test('successes at the door have the specified texts', () => {
  expect([visitorTexts.rung, visitorTexts.photoCaptured, visitorTexts.accepted]).toEqual([
    'Doorbell Rung!',
    'Photo captured',
    'Call Accepted!',
  ])
  expect([callTexts.callEnded, visitorTexts.ended.title, liveTexts.dismissedToast]).toEqual(['Call Ended', 'Call Ended', 'Call Dismissed'])
})

// covers: T-copied L-share
test('sharing the link has the specified texts', () => {
  expect([door.share, door.linkCopied, door.textCopied]).toEqual(['Share Link', 'Link Copied!', 'Text Copied!'])
  expect(door.shareText('https://bell.example/visitor/x')).toBe(
    'Please use this link to ring my digital doorbell: https://bell.example/visitor/x',
  )
})

// covers: T-screens
test('the incoming modal has the specified buttons', () => {
  expect([ring.title, ring.video, ring.audio, ring.message, ring.ignore, ringsTexts.disconnect]).toEqual([
    'Incoming Visitor',
    'Video Call',
    'Audio Call',
    'Message',
    'Ignore',
    'Disconnect',
  ])
})

// covers: T-screens
test('calls and chat have the specified texts', () => {
  expect([callTexts.connecting, callTexts.audioInProgress, callViewTexts.unknown]).toEqual([
    'Connecting...',
    'Audio call in progress...',
    'Unknown Caller',
  ])
  expect([callTexts.connected, callTexts.you]).toEqual(['Connected', 'You'])
  expect([callTexts.chatWith('Vera'), callTexts.chatPlaceholder, visitorTexts.resident]).toEqual([
    'Chat with Vera',
    'Type your message...',
    'Resident',
  ])
})

// covers: T-screens
test("the visitor's panels have the specified texts", () => {
  const { waiting, declined, requestSent, missed } = visitorTexts
  expect([waiting.title, waiting.estimate]).toEqual(['Calling Resident...', 'Estimated wait time: 1-2 minutes'])
  expect([declined.title, declined.tryAgain]).toEqual(['Call Declined', 'Try Again'])
  expect([requestSent.title, requestSent.estimate, requestSent.callAgain]).toEqual([
    'Request Sent!',
    'Estimated wait time: 2-3 minutes',
    'Call Again',
  ])
  expect(missed.title).toBe('No one answered')
})

// covers: T-screens V-ring
test('the ring form has the specified texts', () => {
  const { form, tabs } = visitorTexts
  expect([form.name, form.details.unitNumber, form.message, form.takePhoto, form.capture]).toEqual([
    'Your Name',
    'Unit Number',
    'Message',
    'Take a photo',
    'Capture Photo',
  ])
  expect([form.nameRequired, form.messageRequired]).toEqual(['Name is required', 'Message is required'])
  expect([tabs.ring, tabs.schedule, tabs.building]).toEqual(['Ring Doorbell', 'Schedule Visit', 'Building Info'])
})

// covers: T-screens
test('error and redirect pages have the specified texts', () => {
  expect(small.redirecting).toBe('Redirecting to dashboard...')
  expect([small.notFound, small.notFoundHint]).toEqual(['404 Page Not Found', expect.stringContaining('add the page to the router')])
  expect([small.wrong, small.reload]).toEqual(['Something went wrong', 'Reload page'])
})

// covers: T-screens L-price
test('the plans have the specified names, prices and features', () => {
  const { free, premium: paid } = subscription.plans
  expect([free.name, priceOf({ amount: 0, currency: 'usd' }) + subscription.month, paid.name, priceOf(null) + subscription.month]).toEqual([
    'Free',
    '$0/month',
    'Premium',
    '$9.99/month',
  ])
  expect(free.features.join()).toContain('3 days of storage')
  expect(free.features.join()).not.toMatch(/call/i)
  for (const feature of ['calls', 'recording', 'QR codes', '30 days', 'sounds', 'Billing history'])
    expect(paid.features.join()).toContain(feature)
  expect(subscription.prioritySupport).toBe('Priority support')
})
