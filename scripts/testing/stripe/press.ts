/** Presses a button on a page of the local Stripe, whose forms work without script. @param id the subscription that the button changes */
export const pressButton = (page: string, action: string, id = ''): Promise<Response> =>
  fetch(page, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ action, id }) })
