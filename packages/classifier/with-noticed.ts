import type { MailToSort } from './mail.ts'
import { type Model, notice } from './model.ts'

/**
 * The model as it is asked about a mail that has just come, by the sorter and by the preview alike: the given one stays as it is. What was
 * learned is shared with it, so this one is to be asked, and taught nothing.
 */
export function withNoticed(model: Model, mail: MailToSort): Model {
  const other = { ...model, noticed: { ...model.noticed, stems: model.noticed.stems.slice() } }
  notice(other, mail)
  return other
}
