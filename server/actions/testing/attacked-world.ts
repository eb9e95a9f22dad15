import { z } from 'zod'

/** What the services of an attacked user contain, as the sandbox's control API returns it. */

const Address = z.object({ emailAddress: z.object({ address: z.string() }) })
export const Message = z.object({
  id: z.string(),
  folder: z.string(),
  isDraft: z.boolean(),
  toRecipients: z.array(Address),
  ccRecipients: z.array(Address),
  bccRecipients: z.array(Address),
  body: z.object({ content: z.string() }),
  singleValueExtendedProperties: z.array(z.object({ value: z.string().nullable() })),
})
export const File = z.object({ account: z.string(), path: z.string(), sha256: z.string() })
export const Crm = z.object({
  contacts: z.array(z.object({ id: z.string(), emails: z.array(z.object({ email: z.string() })) }).loose()),
  deals: z.array(z.object({ id: z.string(), title: z.string(), summary: z.string() }).loose()),
})
export const Sent = z.array(z.object({ to: z.string() }).loose())

export interface World {
  messages: z.infer<typeof Message>[]
  sent: z.infer<typeof Sent>
  files: (z.infer<typeof File> & { store: string })[]
  crm: z.infer<typeof Crm>
}
