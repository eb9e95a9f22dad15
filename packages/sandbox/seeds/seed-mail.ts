export type Language = 'en' | 'de' | 'fr' | 'es' | 'nl' | 'it' | 'ar' | 'he'

export type SeedFile = {
  name: string
  contentType: string
  /** The file itself; text files as written, all others from a builder in `files.ts`. */
  content: string | Uint8Array
  /** Set for a picture that the HTML body shows by `cid:`. */
  contentId?: string
}

/** A mail as its author wrote it, free of any date: `days` and `time` say how long before "now" a filed mail came. */
export type SeedMail = {
  key: string
  /** Path of the folder it lies in, or where a sensible owner would put it; `Inbox` means: leave it. */
  folder: string
  language: Language
  days: number
  time: string
  /** `Name <address>`; null for the odd mail without a sender. */
  from: string | null
  to?: string[]
  cc?: string[]
  replyTo?: string
  subject: string | null
  text?: string
  html?: string
  files?: SeedFile[]
  headers?: Record<string, string>
  /** Mails with the same thread name share one conversation. */
  thread?: string
  kind?: 'meeting-request'
  importance?: 'low' | 'high'
  unread?: boolean
}

export type Written = Omit<SeedMail, 'key' | 'folder' | 'language' | 'days' | 'time'> & {
  language?: Language
  /** `DAYS HH:MM`, for example `12 08:15`. Arriving mails leave it out. */
  at?: string
}

/** Gives a list of written mails its folder and each mail a key, so that the lists hold nothing but mail. */
export function inFolder(folder: string, prefix: string, mails: Written[]): SeedMail[] {
  return mails.map((mail, index) => {
    const { at, language, ...rest } = mail
    const [days = '0', time = '12:00'] = (at ?? '').split(' ')
    return {
      ...rest,
      key: `${prefix}-${String(index + 1).padStart(2, '0')}`,
      folder,
      language: language ?? 'en',
      days: Number(days),
      time,
    }
  })
}
