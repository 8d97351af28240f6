/** The wall display, in English. */
import { formats } from '../../core/texts/en-formats.ts'
import { inZone } from '../../core/zone.ts'

export const wallTexts = {
  title: 'Wall display',
  start: {
    text:
      'Turn an old tablet into the chime in your hallway. It shows the time and the rings of today, and answers them. ' +
      'Everything else asks for your password.',
    button: 'Use this device as a wall display',
    confirmTitle: 'Use this device as a wall display?',
    confirmText:
      'Anyone in front of it can see the rings of today and answer them. ' +
      'Contacts, history, messages and settings are closed until you enter your password.',
    confirm: 'Start wall display',
    starting: 'Starting',
    failed: 'The wall display could not be started',
  },
  today: 'Today at the door',
  none: 'No rings yet today',
  noneText: 'They appear here as soon as somebody rings.',
  failed: 'The rings of today could not be loaded.',
  count: (rings: number) => (rings === 1 ? 'One ring' : `${rings} rings`),
  quiet: {
    do_not_disturb: 'Do not disturb is on. Rings are only listed.',
    quiet_hours: 'Quiet hours. Rings are only listed.',
  },
  soundOff: 'Sound is off.',
  soundOffText: 'Touch the screen once, so that rings can be heard.',
  soundOn: 'Sound is on',
  fullScreen: 'Full screen',
  endFullScreen: 'Exit full screen',
  brighten: 'Brighten the display',
  leave: {
    button: 'Leave wall display',
    title: 'Leave the wall display?',
    askedTitle: 'This page needs your password',
    text: (name: string) => `Enter the password of ${name}’s account. Then this device shows all pages again.`,
    password: 'Password',
    stay: 'Stay',
    confirm: 'Leave',
    checking: 'Checking',
    failed: 'The wall display could not be left',
  },
  signedOut: {
    title: 'This wall display is signed out',
    text: 'It does not ring until somebody signs in again.',
    /** In a browser that was none. */
    about: 'A wall display is an old tablet in your hallway that rings and shows who rang today. Sign in to set one up.',
    button: 'Sign In',
  },
} as const

/** "Saturday, November 28" */
export const writeWallDay = inZone(formats.locale, formats.day)
