import type { MessageToSort } from './types.ts'
import { type Model, observe } from './model.ts'

/**
 * A copy of the model that has observed a message which has just arrived, for the sorter and the preview. Learned state
 * is shared with the original: use the copy for `rank` only.
 */
export function withObserved(model: Model, mail: MessageToSort): Model {
  const frequencies = { ...model.frequencies, stems: model.frequencies.stems.slice() }
  const other = { ...model, frequencies, domainSenders: model.domainSenders.slice() }
  observe(other, mail)
  return other
}
