/** Vibration patterns, for devices that vibrate. */
export const VIBRATIONS = {
  ring: [300, 120, 300],
  /** "Delivered" and "Seen" on the visitor's page. */
  tick: [20],
  answer: [60, 80, 140],
} as const

export function vibrate(name: keyof typeof VIBRATIONS): void {
  // Before the first tap browsers refuse and log a console error.
  if ('vibrate' in navigator && navigator.userActivation?.hasBeenActive) navigator.vibrate([...VIBRATIONS[name]])
}
