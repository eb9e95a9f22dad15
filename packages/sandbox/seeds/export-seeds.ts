import type { NewMessage } from '../microsoft/deliver-message.ts'
import folders from './mail/folders.json' with { type: 'json' }
import { owner } from './mailbox-owner.ts'
import { readSeedMails, type SeedMail } from './seed-mails.ts'
import { seedMessage } from './seed-message.ts'

/** All seeds for a program outside the sandbox; each `message` can be posted to the control API unchanged. */
export async function exportSeeds(now: Date) {
  const { filed, arriving } = await readSeedMails()
  const exported = ({ key, folder, language }: SeedMail, message: NewMessage) => ({
    key,
    folder,
    language,
    message: messageJson(message),
  })
  return {
    owner,
    folders,
    filed: filed.map((mail) => exported(mail, seedMessage(mail, { now }))),
    arriving: arriving.map((mail, index) => exported(mail, seedMessage(mail, { now, serial: `seed-${index + 1}` }))),
  }
}

function messageJson({ attachments = [], odataType, ...fields }: NewMessage) {
  return {
    ...(odataType && { '@odata.type': odataType }),
    ...fields,
    attachments: attachments.map(({ type = 'file', bytes, ...file }) => ({
      '@odata.type': `#microsoft.graph.${type}Attachment`,
      ...file,
      contentBytes: Buffer.from(bytes).toString('base64'),
    })),
  }
}
