import type { MailField, Template } from '../../prompts/plan-schema.ts'
import { cleanLine } from '../../../contract/clean-text.ts'
import type { MessageMetadata } from '../runner/message-metadata.ts'

const fieldMaxLength = 80
const filledMaxLength = 150

/**
 * Fills a template as one clean line. Only the template is the user's; the message fills its fields and cannot change
 * its text.
 */
export const fillTemplate = (template: Template, message: MessageMetadata): string =>
  cleanLine(
    template
      .map((part) => ('text' in part ? part.text : cleanLine(valueOf(part.field, message), fieldMaxLength)))
      .join(''),
    filledMaxLength,
  )

function valueOf(field: MailField, { from, subject, receivedOn }: MessageMetadata): string {
  const [year = '', month = '', day = ''] = receivedOn.split('-')
  const address = from?.address ?? ''
  const values: Record<MailField, string> = {
    sender_name: from?.name || address,
    sender_address: address,
    sender_domain: address.slice(address.lastIndexOf('@') + 1),
    subject: subject ?? '',
    year,
    month,
    day,
    // Known only from a file's name.
    file_type: '',
  }
  return values[field]
}
