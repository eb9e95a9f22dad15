import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { anyCharacter } from '../kit/any-character.ts'

/** Code that reads text of strangers. */
export interface FuzzTarget {
  name: string
  /** Pieces of the input's language. Inputs are made of them, and a hostile input repeats them. */
  tokens: string[]
  /** The server refuses longer input before this code reads it. */
  maxLength?: number
  /** Refusals that the code announces are caught; everything else that it throws is a finding. */
  run(input: string): void | Promise<void>
}

/** Inputs that reach deep into the code, and those that once were findings: `corpus/NAME.json`. */
export function corpusOf({ name }: FuzzTarget): string[] {
  const known = corpora.get(name)
  if (known) return known
  const file = new URL(`corpus/${name.replaceAll(' ', '-')}.json`, import.meta.url)
  const corpus: unknown = JSON.parse(readFileSync(file, 'utf8'))
  if (!Array.isArray(corpus) || corpus.length === 0) throw new Error(`${file.pathname} holds no inputs`)
  const inputs = corpus.map(String)
  corpora.set(name, inputs)
  return inputs
}

const corpora = new Map<string, string[]>()

const noise = fc.string({ unit: anyCharacter, maxLength: 12 })

/** Sequences of tokens, changed inputs of the corpus, and any text. */
export function inputsOf(target: FuzzTarget): fc.Arbitrary<string> {
  const token = fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...target.tokens) }, { weight: 1, arbitrary: noise })
  const edit = fc.record({ at: fc.nat(3000), removed: fc.nat(12), inserted: token })
  const changed = fc
    .tuple(fc.constantFrom(...corpusOf(target)), fc.array(edit, { minLength: 1, maxLength: 6 }))
    .map(([seed, edits]) => edits.reduce(applyEdit, seed))
  const sequence = fc.array(token, { maxLength: 60 }).map((tokens) => tokens.join(''))
  return fc.oneof(changed, sequence, fc.string({ unit: anyCharacter, maxLength: 300 }))
}

function applyEdit(text: string, { at, removed, inserted }: { at: number; removed: number; inserted: string }): string {
  const start = text.length === 0 ? 0 : at % text.length
  return text.slice(0, start) + inserted + text.slice(start + removed)
}

/** A short beginning that is repeated: the same shape in every size. */
export interface Shape {
  start: string
  repeated: string
}

export const ofSize = ({ start, repeated }: Shape, size: number): string =>
  start + repeated.repeat(Math.max(1, Math.ceil((size - start.length) / repeated.length)))

/** Each token, without a beginning. */
export const simpleShapes = ({ tokens }: FuzzTarget): Shape[] => tokens.map((repeated) => ({ start: '', repeated }))

export const shapesOf = (target: FuzzTarget): fc.Arbitrary<Shape> =>
  fc.record({
    start: fc.oneof(fc.constant(''), fc.constantFrom(...corpusOf(target)), fc.constantFrom(...target.tokens)),
    repeated: fc
      .array(fc.constantFrom(...target.tokens), { minLength: 1, maxLength: 3 })
      .map((tokens) => tokens.join('')),
  })

/** CPU time of this process for one run, in milliseconds; the shortest of `tries`, because load only adds to it. */
export async function cpuTime(target: FuzzTarget, input: string, tries = 3): Promise<number> {
  let shortest = Number.POSITIVE_INFINITY
  for (let i = 0; i < tries; i++) {
    const before = process.cpuUsage()
    await target.run(input)
    const { user, system } = process.cpuUsage(before)
    shortest = Math.min(shortest, (user + system) / 1000)
  }
  return shortest
}

const [small, factor] = [16 * 1024, 8]
/** Times above this are no noise of the clock and the garbage collector. */
const measurableMs = 20
/** Quadratic work takes 64 times as long, n·log n about 11 times. */
const mostGrowth = 24

/** How the time grows with the size of an input. @returns a finding, or null where it grows with the size */
export async function superLinear(target: FuzzTarget, shape: Shape): Promise<string | null> {
  const size = Math.min(target.maxLength ?? Number.POSITIVE_INFINITY, small * factor)
  const large = ofSize(shape, size)
  if ((await cpuTime(target, large, 1)) < measurableMs) return null
  const [one, other] = [await cpuTime(target, ofSize(shape, size / factor)), await cpuTime(target, large)]
  if (other < measurableMs || other / Math.max(one, 1) < mostGrowth) return null
  const times = `${one.toFixed(1)} ms for ${size / factor} characters, ${other.toFixed(0)} ms for ${factor} times that`
  return `${JSON.stringify(shape)}: ${times}`
}
