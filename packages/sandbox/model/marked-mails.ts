export interface MarkedMail {
  /** Null where the request marks a single mail without an id. */
  id: string | null
  text: string
}

/** The mails of a request, as its tags delimit them. A mail that could close its tag would become several. */
export const markedMails = (text: string): MarkedMail[] =>
  [...text.matchAll(/<mail(?: id="([^"]*)")?>([\s\S]*?)<\/mail>/g)].map(([, id, mail]) => ({
    id: id ?? null,
    text: mail ?? '',
  }))
