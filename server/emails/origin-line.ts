import type { ServerTexts } from '../texts/server-texts.ts'

/** When something happened, and from where. */
export const originLine = ({ t, time }: ServerTexts, at: string, ip: string): string =>
  t('When: {time} (UTC), from the network address {ip}.', { time: time(at), ip })
