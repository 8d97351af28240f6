/** English: errors of the fields of Schedule Visit, shown before it is sent. `{max}`: days. */
export const scheduleErrors = {
  visitorName: 'Name is required',
  date: 'Please choose a date',
  time: 'Please choose a time',
  purpose: 'Please say why you are coming',
  email: 'Invalid email address',
  past: 'Please choose a date in the future',
  far: 'At most {max} days ahead',
} as const
