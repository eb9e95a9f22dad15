import { Buffer } from 'node:buffer'
import { deliver } from '../microsoft/deliver.ts'
import type { Message } from '../microsoft/model.ts'
import type { Outlook } from '../microsoft/outlook.ts'
import type { GraphMail } from './graph-message.ts'

/** Puts a seed into a mailbox of this process; a reader outside posts the same mail to the control door. */
export function deliverSeed(outlook: Outlook, email: string, folder: string, mail: GraphMail): Message {
  const { '@odata.type': odataType, attachments, ...fields } = mail
  return deliver(outlook, email, {
    ...fields,
    folder,
    odataType: odataType ?? null,
    attachments: attachments.map(({ '@odata.type': type, contentBytes, ...file }) => ({
      ...file,
      type: type === '#microsoft.graph.itemAttachment' ? 'item' : 'file',
      bytes: Buffer.from(contentBytes, 'base64'),
    })),
  })
}
