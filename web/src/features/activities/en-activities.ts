/** Recent activity on the dashboard, in English. */
export const activitiesTexts = {
  title: 'Recent Activity',
  empty: 'No one has rung yet',
  emptyText: 'Print the sign, put it by the door, and ring once to try it.',
  emptyLocal: 'Open your link in a new window and ring once to try it.',
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
