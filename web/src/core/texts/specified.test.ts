/** The words that the specification gives (sections 2, 5 and 8) stand in the English texts letter by letter. */
import { expect, test } from '@jest/globals'
import { callTexts } from './en-call.ts'
import { historyTexts } from './en-history.ts'
import { notificationTexts } from './en-notifications.ts'
import { residentTexts } from './en-resident.ts'
import { visitorTexts } from './en-visitor.ts'

const { auth, common, door, activities, ring, premium, small, subscription } = residentTexts
const retry = 'Please try again.'

test('signing in, registering and signing out are told in the specified words [T-auth] [T-login-failed] [T-registration-failed]', () => {
  expect([auth.loginFailed, auth.registrationFailed, auth.logoutFailed]).toEqual(['Login failed', 'Registration failed', 'Logout failed'])
})

test('what went well with the account is told in the specified words [T-login] [T-registration] [T-logout]', () => {
  expect([auth.loginDone, auth.welcomeBack('Ada')]).toEqual(['Login successful', 'Welcome back, Ada!'])
  expect([auth.registrationDone, auth.welcome('Ada')]).toEqual(['Registration successful', expect.stringMatching(/^Welcome/)])
  expect([auth.logoutDone, auth.loggedOut]).toEqual(['Logged out', 'You have been successfully logged out.'])
})

test('the form of /auth has the specified words [T-screens]', () => {
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

test('who is not signed in reads why', () => {
  expect([auth.required, auth.requiredText]).toEqual(['Authentication Required', 'Please log in to access this feature.'])
})

test('the strength of a password has five words and four rules [T-strength]', () => {
  expect(auth.strength).toEqual(['Very weak', 'Weak', 'Medium', 'Strong', 'Very strong'])
  expect(Object.keys(auth.rules)).toEqual(['length', 'number', 'uppercase', 'special'])
})

test('premium is asked for in the specified words [T-premium] [T-screens]', () => {
  expect([premium.title, premium.notNow, premium.upgrade]).toEqual(['Premium Subscription Required', 'Not Now', 'Upgrade Now'])
  expect([premium.toastVideo, premium.toastAudio]).toEqual([
    'You need a premium subscription to use video call features.',
    'You need a premium subscription to use audio calls. Please upgrade your plan.',
  ])
  expect([residentTexts.promo.fullButton, residentTexts.promo.compactButton]).toEqual(['Upgrade to Premium', 'Upgrade'])
})

test('a refused microphone, a refused and a missing camera read as specified, on both sides [T-microphone] [T-camera]', () => {
  expect(callTexts.microphoneProblem.denied.text).toBe(
    'Please allow microphone access for audio calls. You can change these permissions in your browser settings.',
  )
  const refused = { title: 'Camera access error', text: 'Unable to access your camera. Please check permissions.' }
  const unsupported = { title: 'Camera not supported', text: "Your browser doesn't support camera access." }
  expect([callTexts.cameraProblem.denied, visitorTexts.cameraError]).toEqual([refused, refused])
  expect(callTexts.cameraProblem.unsupported).toEqual(unsupported)
})

test('what fails at the door reads as specified [T-ring-failed] [T-unexpected] [T-dismiss-failed]', () => {
  expect(visitorTexts.ringFailed).toEqual({ title: 'Doorbell Ring Failed', text: `Failed to ring the doorbell. ${retry}` })
  expect([common.errorTitle, common.unexpected]).toEqual(['Error', `An unexpected error occurred. ${retry}`])
  expect(visitorTexts.communicationError).toEqual({
    title: 'Communication Error',
    text: 'There was an error communicating with the resident',
  })
  expect(ring.dismissFailed).toBe(`Failed to dismiss the call. ${retry}`)
  expect(callTexts.endFailed).toEqual({ title: 'Error', text: 'Failed to end the call properly. Please refresh the page.' })
})

test('plans that fail and plans that change read as specified [T-update-failed] [T-subscription-updated] [T-subscription-return]', () => {
  expect(subscription.updateFailed).toBe('Update Failed')
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

test('activity logs that do not load, and marks that fail or stay, read as specified [T-activities-failed] [T-logs-failed] [T-mark-failed] [T-activity-updated]', () => {
  const { log } = historyTexts
  expect([log.loadFailed, log.loadFailedText]).toEqual(['Failed to load activities', `Could not load your activity logs. ${retry}`])
  expect([log.error, log.errorText]).toEqual(['Error', 'An error occurred while loading activity logs.'])
  expect([log.updateFailed, log.updateFailedText]).toEqual(['Failed to update', 'Could not mark activity as handled.'])
  expect([log.updated, log.updatedText]).toEqual(['Activity updated', 'Activity has been marked as handled.'])
  expect(activities.failed).toBe(log.loadFailedText)
})

test('notifications have the specified words [T-screens]', () => {
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

test('visitor history and activity logs have the specified words [T-screens]', () => {
  const { log } = historyTexts
  expect([historyTexts.title, historyTexts.clear, historyTexts.export, historyTexts.snapshot, historyTexts.details]).toEqual([
    'Visitor History',
    'Clear All Filters',
    'Export Visitor Data',
    'View Snapshot',
    'View Details',
  ])
  expect([log.search, ...Object.values(log.tabs), log.system, log.handled, log.unhandled, log.mark]).toEqual([
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

test('what goes well at the door reads as specified [T-photo] [T-call-ended] [T-call-dismissed]', () => {
  expect([visitorTexts.rung, visitorTexts.photoCaptured, visitorTexts.accepted]).toEqual([
    'Doorbell Rung!',
    'Photo captured',
    'Call Accepted!',
  ])
  expect([callTexts.callEnded, visitorTexts.ended.title, ring.dismissedToast]).toEqual(['Call Ended', 'Call Ended', 'Call Dismissed'])
})

test('the link is handed on in the specified words [T-copied] [L-share]', () => {
  expect([door.share, door.linkCopied, door.textCopied]).toEqual(['Share Link', 'Link Copied!', 'Text Copied!'])
  expect(door.shareText('https://bell.example/visitor/x')).toBe(
    'Please use this link to ring my digital doorbell: https://bell.example/visitor/x',
  )
})

test('the incoming modal has the specified buttons, and Ignore reads Disconnect once handled [T-screens]', () => {
  expect([ring.title, ring.video, ring.audio, ring.message, ring.ignore, ring.disconnect]).toEqual([
    'Incoming Visitor',
    'Video Call',
    'Audio Call',
    'Message',
    'Ignore',
    'Disconnect',
  ])
})

test('calls and chat have the specified words [T-screens]', () => {
  expect([callTexts.connecting, callTexts.audioInProgress, residentTexts.call.unknown]).toEqual([
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

test('the visitor’s panels have the specified words [T-screens]', () => {
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

test('the ring form has the specified words [T-screens] [V-ring]', () => {
  const { form, tabs } = visitorTexts
  expect([form.name, form.unit, form.message, form.takePhoto, form.capture]).toEqual([
    'Your Name',
    'Unit Number',
    'Message',
    'Take a photo',
    'Capture Photo',
  ])
  expect([form.nameRequired, form.messageRequired]).toEqual(['Name is required', 'Message is required'])
  expect([tabs.ring, tabs.schedule, tabs.building]).toEqual(['Ring Doorbell', 'Schedule Visit', 'Building Info'])
})

test('the pages between the pages have the specified words [T-screens]', () => {
  expect(small.redirecting).toBe('Redirecting to dashboard...')
  expect([small.notFound, small.notFoundHint]).toEqual(['404 Page Not Found', expect.stringContaining('add the page to the router')])
  expect([small.wrong, small.reload]).toEqual(['Something went wrong', 'Reload page'])
})

test('the plans have the specified names, prices and features [T-screens] [L-price]', () => {
  const { free, premium: paid } = subscription.plans
  expect([free.name, free.price + subscription.month, paid.name, paid.price + subscription.month]).toEqual([
    'Free',
    '$0/month',
    'Premium',
    '$9.99/month',
  ])
  expect(free.features.join()).toContain('3 days of storage')
  expect(free.features.join()).not.toMatch(/call/i)
  for (const feature of ['calls', 'QR codes', '30 days', 'sounds']) expect(paid.features.join()).toContain(feature)
  for (const feature of ['recording', 'Billing history', 'support']) expect(paid.coming.join()).toContain(feature)
})
