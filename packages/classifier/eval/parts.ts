import { registerHooks } from 'node:module'
import { InputError } from './input-error.ts'

/**
 * Parts of the classifier that the evaluation can switch off. A stand-in from `without/` takes the place of the module:
 * it exports everything from it, and the functions of the part without their effect.
 */
const STAND_INS = {
  concepts: 'concept-shares',
  topics: 'topics',
  'word-frequencies': 'document-frequencies',
  'expected-counts': 'expected-counts',
  'new-folder': 'new-folder',
  belonging: 'belonging',
  calibration: 'calibration',
  'cold-start': 'cold-start-confidence',
  'description-guard': 'description-guard',
  'reader-words': 'reader-words',
} as const
/** Part → the shapes without it. */
const SHAPES = { 'list-headers': ['list'], shapes: ['bill', 'booking', 'parcel', 'calendar', 'person'] } as const
const EXPERTS = [
  'words',
  'contrast',
  'traits',
  'softmax',
  'latest',
  'sender',
  'list',
  'lastThread',
  'recent',
  'terms',
  'termsEarly',
  'concepts',
  'conceptsEarly',
  'kind',
] as const

/** Part → its stand-in and the module that it stands in for. */
export const PARTS = new Map(
  [
    ...Object.entries(STAND_INS).map(([part, module]) => ({ part, module, standIn: `${part}.ts` })),
    ...Object.entries(SHAPES).map(([part, shapes]) => ({
      part,
      module: 'shapes',
      standIn: `shape.ts?${shapes.join('&')}`,
    })),
    ...EXPERTS.map((expert) => ({
      part: `expert-${expert}`,
      module: 'score-experts',
      standIn: `expert.ts?${expert}`,
    })),
  ].map(({ part, module, standIn }) => [
    part,
    {
      module: new URL(`../${module}.ts`, import.meta.url).href,
      standIn: new URL(`./without/${standIn}`, import.meta.url).href,
    },
  ]),
)

/**
 * Call it before the classifier is imported.
 * @throws InputError for a part that does not exist
 */
export function switchOff(parts: readonly string[]): void {
  const standIns = new Map<string, string>()
  for (const part of parts) {
    const found = PARTS.get(part)
    if (!found) throw new InputError(`There is no part ${part}. Parts: ${[...PARTS.keys()].join(', ')}.`)
    // Experts share a stand-in, which reads their names from its address; so do shapes.
    const others = standIns.get(found.module)
    standIns.set(found.module, others ? `${others}&${new URL(found.standIn).search.slice(1)}` : found.standIn)
  }
  const own = new Set(standIns.values())
  registerHooks({
    resolve(specifier, context, nextResolve) {
      const resolved = nextResolve(specifier, context)
      const standIn = own.has(context.parentURL ?? '') ? undefined : standIns.get(resolved.url)
      return standIn === undefined ? resolved : { ...resolved, url: standIn }
    },
  })
}
