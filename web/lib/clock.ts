/** The present, for the whole page; nothing else asks the browser. */
export const now = (): Date => new Date()
