import type { Webhook } from '#proto/webhooks.ts'

/** The host of a webhook's address, with a port that is not the usual one. */
export const receiverName = ({ url }: Pick<Webhook, 'url'>): string => url.split('/')[2] ?? url
