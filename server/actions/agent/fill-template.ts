import type { MailField, Template } from '../../prompts/plan.ts'
import { cleanLine } from '../../vendors/clean-text.ts'
import type { GraphMessage } from '../../vendors/graph.ts'

export type Sent = Pick<GraphMessage, 'from' | 'subject' | 'receivedAt'>

const fieldMost = 80
const wholeMost = 150

/** One clean line of the person's own words, and of what the mail says in the places that they left for it (checklist A2). */
export const fillTemplate = (template: Template, mail: Sent): string =>
  cleanLine(
    template.map((part) => ('text' in part ? part.text : cleanLine(valueOf(part.field, mail), fieldMost))).join(''),
    wholeMost,
  )

function valueOf(field: MailField, { from, subject, receivedAt }: Sent): string {
  const [year = '', month = '', day = ''] = receivedAt.toISOString().slice(0, 10).split('-')
  const address = from?.address ?? ''
  const values: Record<MailField, string> = {
    sender_name: from?.name || address,
    sender_address: address,
    sender_domain: address.slice(address.lastIndexOf('@') + 1),
    subject: subject ?? '',
    year,
    month,
    day,
    // Only the name of a file can say it.
    file_type: '',
  }
  return values[field]
}
