import { maxRunEffects, type Effect } from '../../../contract/action-runs.ts'
import { effectLabelMaxLength, effectUrlMaxLength } from '../../../contract/limits.ts'

/**
 * Bounds number and length of the effects in the history and drops links other than http(s), whatever a service
 * returned. An effect with an unusable link is shown without it.
 */
export const sanitizeEffects = (effects: readonly Effect[]): Effect[] =>
  effects.slice(0, maxRunEffects).map(({ kind, label, url }) => ({
    kind,
    label: label.slice(0, effectLabelMaxLength),
    url: url !== null && url.length <= effectUrlMaxLength && /^https?:\/\//i.test(url) ? url : null,
  }))
