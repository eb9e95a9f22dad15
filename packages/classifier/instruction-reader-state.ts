/** Where the reader of instructions is in a sentence; see instruction-rules.ts. */
export interface SenderRule {
  kind: 'address' | 'domain'
  /** In lower case, the domain in punycode. A domain includes its subdomains. */
  value: string
  effect: 'wanted' | 'excluded'
  /**
   * - `all`: every email of the sender;
   * - `rest`: what matches no other folder ("everything else from …");
   * - `some`: emails of a kind ("invoices from …").
   */
  scope: 'all' | 'rest' | 'some'
}

export interface Draft extends SenderRule {
  isExclusive: boolean
  /** Words that the reader does not understand: a wish is no rule then. */
  isUnclear: boolean
}

/** Words since the last sender or comma. */
export interface Segment {
  hasWords: boolean
  hasContent: boolean
  /** Content before the first "from": "invoices from …". */
  isQualified: boolean
  hasFrom: boolean
  /** "… is", or content that is not the name of the sender. */
  content: string[]
  hasQuantifier: boolean
  isRest: boolean
  isIgnored: boolean
  /** Follows "but": a sender without a preposition is excluded. */
  excludesNext: boolean
}

const EMPTY_SEGMENT: Segment = {
  hasWords: false,
  hasContent: false,
  isQualified: false,
  hasFrom: false,
  content: [],
  hasQuantifier: false,
  isRest: false,
  isIgnored: false,
  excludesNext: false,
}

export const newSegment = (): Segment => ({ ...EMPTY_SEGMENT, content: [] })

export interface Sentence {
  effect: SenderRule['effect']
  scope: SenderRule['scope']
  isExclusive: boolean
  /** "to …": a recipient is no sender. */
  isRecipient: boolean
  isNaming: boolean
}

export const NEW_SENTENCE: Sentence = {
  effect: 'wanted',
  scope: 'all',
  isExclusive: false,
  isRecipient: false,
  isNaming: false,
}

/** "Nothing but …", "nichts als …": together they mean "only". */
export const NOTHING = new Set(['nothing', 'nichts', 'rien', 'nada', 'niets'])
export const THAN = new Set(['but', 'except', 'als', 'que', 'dan'])
