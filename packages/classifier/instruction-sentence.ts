export interface SenderRule {
  kind: 'address' | 'domain'
  /** In lower case, the domain in punycode. A domain includes its subdomains. */
  value: string
  effect: 'wanted' | 'excluded'
  /**
   * - `all`: every email of the sender;
   * - `except`: all but emails of a kind ("everything from …, but no invoices");
   * - `rest`: what matches no other folder ("everything else from …");
   * - `some`: emails of a kind ("invoices from …").
   */
  scope: 'all' | 'except' | 'rest' | 'some'
}

/** What the clauses of a sentence leave to the next one. */
export interface Sentence {
  effect: SenderRule['effect']
  scope: SenderRule['scope']
  isExclusive: boolean
  /** "to …": a recipient is no sender. */
  isRecipient: boolean
  /** Index in `drafts` of the sentence's first sender. */
  first: number
  /** Index in `drafts` of the first sender of a list, to which a later "… does not belong here" refers. */
  list: number
  /** Content without a sender: "Invoices, from …". */
  topic: string[]
  /** The words before a list of senders are not understood: "Ask nina@… or tom@…". */
  isUnclear: boolean
  /** After "no advertising," and "except advertising,": the next clause may continue these exclusions. */
  afterUnwanted: 'no' | 'except' | null
  excludesKind: boolean
  /** "(No newsletters) everything from A": the exception is before its sender. */
  isLimited: boolean
}

export const newSentence = (first: number): Sentence => ({
  effect: 'wanted',
  scope: 'all',
  isExclusive: false,
  isRecipient: false,
  first,
  list: first,
  topic: [],
  isUnclear: false,
  afterUnwanted: null,
  excludesKind: false,
  isLimited: false,
})
