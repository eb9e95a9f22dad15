/** UTC, because the recipient's time zone is unknown. */
const timeFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

/** When something happened, and from where. */
export const originLine = (at: string, ip: string): string =>
  `When: ${timeFormat.format(new Date(at))} (UTC), from the network address ${ip}.`
