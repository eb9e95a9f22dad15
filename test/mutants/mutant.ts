/** One deliberate fault in the code of the product, which tests have to catch. */
interface Fault {
  /** What the fault does. */
  name: string
  file: string
  /** Occurs exactly once in the file. */
  text: string
  replacement: string
  /** Test files; in each of them a test has to fail. */
  tests: readonly string[]
}

export interface InvariantMutant extends Fault {
  /** Number of the violated rule in docs/invariants.md. */
  invariant: number
}

/** A fault of the page. Its tests see it in a browser. */
export interface PageMutant extends Fault {
  /** What the page owes its users. */
  rule: string
}

export type Mutant = InvariantMutant | PageMutant

/** How `npm run test:mutants` selects it. */
export const ruleNumber = (mutant: Mutant): string => ('invariant' in mutant ? `${mutant.invariant}` : 'page')
