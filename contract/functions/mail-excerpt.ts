import { z } from 'zod'

/** Reads the start of a processed email from Outlook. It is not stored. */
export const MailExcerptInput = z.strictObject({ logId: z.uuid() })
export type MailExcerptInput = z.infer<typeof MailExcerptInput>

export const MailExcerptOutput = z.object({
  /** The text that the reader of the email sees, at most `mailExcerptMaxLength` characters. */
  text: z.string(),
  /** The email has more text. */
  isTruncated: z.boolean(),
  /** Without inline images. The sender chose the names. */
  attachmentNames: z.array(z.string()),
  /** Opens the email in Outlook on the web. Null where Outlook gives none. */
  webLink: z.url().nullable(),
})
export type MailExcerptOutput = z.infer<typeof MailExcerptOutput>
