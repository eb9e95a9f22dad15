type Language = 'en' | 'de' | 'fr' | 'es' | 'nl' | 'it' | 'ar' | 'he'

export type SeedFile = {
  name: string
  contentType: string
  /** The content; binary files come from `file-builders.ts`. */
  content: string | Uint8Array
  /** Set for a picture that the HTML body references by `cid:`. */
  contentId?: string
}

/** A mail without an absolute date: `days` and `time` say how long ago a filed mail was received. */
export type SeedMail = {
  key: string
  /** Path of the folder that contains it or in which the owner expects it; `Inbox`: it stays there. */
  folder: string
  language: Language
  days: number
  time: string
  /** `Name <address>`; null for mail without a sender. */
  from: string | null
  to?: string[]
  cc?: string[]
  replyTo?: string
  subject: string | null
  text?: string
  html?: string
  files?: SeedFile[]
  headers?: Record<string, string>
  /** Mails with the same thread name belong to one conversation. */
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

/** Adds the folder and a key to each mail of a list. */
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
