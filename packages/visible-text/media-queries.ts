import { splitTopLevel } from './css-scanner.ts'
import { parseLength } from './lengths.ts'

/** Whether a conditional rule applies; `maybe` if it depends on something that is not known here. */
type Applies = 'yes' | 'no' | 'maybe'

const viewportWidth = 800
const screenTypes = /^(?:only )?(?:all|screen)$/
const otherMediaTypes = /^(?:only )?(?:print|speech|aural|braille|embossed|handheld|projection|tty|tv)$/
const widthFeature = /^\((min|max)-(?:device-)?width\s*:\s*([\d.]{1,12}[a-z]{2,3})\s*\)$/
const colourSchemeFeature = /^\(prefers-color-scheme\s*:\s*(light|dark)\s*\)$/

/**
 * Evaluates a media query list for a light screen of 800 pixels, as a typical email client has it (Media Queries 4).
 * @param condition lower case
 */
export function evaluateMediaQueryList(condition: string): Applies {
  const queries = splitTopLevel(condition, ',').map(evaluateMediaQuery)
  return queries.includes('yes') ? 'yes' : queries.includes('maybe') ? 'maybe' : 'no'
}

function evaluateMediaQuery(query: string): Applies {
  const features = query.trim().split(/\band\b/)
  const results = features.map((feature) => evaluateMediaFeature(feature.trim()))
  return results.includes('no') ? 'no' : results.includes('maybe') ? 'maybe' : 'yes'
}

function evaluateMediaFeature(feature: string): Applies {
  if (feature === '' || screenTypes.test(feature)) return 'yes'
  if (otherMediaTypes.test(feature)) return 'no'
  const [, bound, size = ''] = widthFeature.exec(feature) ?? []
  const width = bound === undefined ? null : parseLength(size, { font: 16, percent: viewportWidth })
  if (width !== null) return (bound === 'min' ? viewportWidth >= width : viewportWidth <= width) ? 'yes' : 'no'
  const scheme = colourSchemeFeature.exec(feature)?.[1]
  return scheme === undefined ? 'maybe' : scheme === 'light' ? 'yes' : 'no'
}
