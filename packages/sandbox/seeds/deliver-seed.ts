import { Buffer } from 'node:buffer'
import { deliver } from '../microsoft/deliver-message.ts'
import type { Message } from '../microsoft/model.ts'
import type { Outlook } from '../microsoft/outlook.ts'
import type { GraphMail } from './graph-message.ts'

/** Delivers a seed mail in this process; a program outside posts the same body to the control API. */
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
