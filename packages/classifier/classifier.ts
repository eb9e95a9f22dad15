/**
 * Entry file of the package: everything that code outside may use. See README.md.
 * Evaluation and test data have entry files of their own (`eval/`, `testing/`).
 */
export { CONCEPTS, NEGATIONS, STOP_WORDS } from './concepts.ts'
export { emailKindOf } from './email-kinds.ts'
export type { EmailKind } from './email-kinds.ts'
export { excludesSender, isMoreSpecific, parseInstructionRules, ruleAbout } from './instruction-rules.ts'
export type { InstructionRules, SenderRule } from './instruction-rules.ts'
export { cleanAddress, listIdOf, REPLY_MARK } from './message-features.ts'
export { withoutCopiedWords } from './description-guard.ts'
export { createModel, decode, dropFolder, encode, INBOX, learn, MODEL_VERSION } from './model.ts'
export { observe, observeUnlabelled, rank } from './model.ts'
export type { Evidence, Model, Ranking, ReviewReason } from './model.ts'
export { memoryBytes } from './model-memory.ts'
export { quoteInstructions } from './quote-instructions.ts'
export { securityFinding } from './security-kind.ts'
export type { PhishingSign, SecurityFinding, SecurityKind } from './security-kind.ts'
export { isSharedProvider } from './shared-providers.ts'
export { isUnknownName } from './unknown-name.ts'
export { isOfUnwantedKind } from './unwanted-kind.ts'
export { fold, wordsOf } from './tokenize.ts'
export type { FolderToSort, MessageToSort } from './types.ts'
export { withObserved } from './with-observed.ts'
