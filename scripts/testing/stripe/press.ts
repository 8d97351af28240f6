/** Presses a button of a page of the local Stripe: its forms work without script. @param id the subscription that the button is about */
export const pressButton = (page: string, action: string, id = ''): Promise<Response> =>
  fetch(page, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ action, id }) })
