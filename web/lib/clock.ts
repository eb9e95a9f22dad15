/** Current time. The only place that reads the browser's clock. */
export const now = (): Date => new Date()
