/** Recent activity on the dashboard, in English. */
export const activitiesTexts = {
  title: 'Recent Activity',
  empty: 'No one has rung yet',
  emptyText: 'Try it: ring your own door. Then print the sign and put it up.',
  ringMyDoor: 'Ring my door',
  ringing: 'Ringing',
  quietTitle: 'Your doorbell is quiet now',
  quietText: 'The test rang without a pop-up: do not disturb, quiet hours or your settings keep rings to the list.',
  failed: 'Could not load your activity logs. Please try again.',
  open: (name: string) => `Open the visit of ${name}`,
  day: {
    title: 'Today at the door',
    none: 'No rings yet',
    rings: (rings: number, missed: number) => {
      const all = rings === 1 ? 'One ring' : `${rings} rings`
      if (!missed) return all
      return `${all}, ${rings === 1 ? 'missed' : `${missed} missed`}`
    },
  },
} as const
