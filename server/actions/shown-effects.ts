import { effectsMost, type Effect } from '../../contract/action-runs.ts'

const labelMost = 300
const urlMost = 2000

/**
 * Effects as the history keeps them: so many, so long, and with no address but a page of the web, whatever a service answered. One that does not
 * fit is shown without its link, and keeps no other from being shown.
 */
export const shownEffects = (effects: readonly Effect[]): Effect[] =>
  effects.slice(0, effectsMost).map(({ kind, label, url }) => ({
    kind,
    label: label.slice(0, labelMost),
    url: url !== null && url.length <= urlMost && /^https?:\/\//i.test(url) ? url : null,
  }))
