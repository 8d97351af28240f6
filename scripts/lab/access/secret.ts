/** Part of every text that an owner or its visitor has typed: an answer to a wrong caller that contains it is a leak. */
export const SECRET = `secret${Date.now().toString(36)}`
