/** The hosts of Chromium's endpoints: Chromium 156 gives out the second one, older versions the first. */
export const CHROMIUM_PUSH_HOSTS = ['fcm.googleapis.com', 'jmt17.google.com'] as const
