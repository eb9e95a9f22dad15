/** Languages of the page and of the emails that Mailroom sends. English is in the code. */
export const languages = ['en', 'de'] as const
export type Language = (typeof languages)[number]
