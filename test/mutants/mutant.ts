/** One deliberate fault in the code of the product, which tests have to catch. */
export interface Mutant {
  /** What the fault does. */
  name: string
  /** Number of the violated rule in docs/invariants.md. */
  invariant: number
  file: string
  /** Occurs exactly once in the file. */
  text: string
  replacement: string
  /** Test files; in each of them a test has to fail. */
  tests: readonly string[]
}
