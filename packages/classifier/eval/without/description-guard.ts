export * from '../../description-guard.ts'

export const containsInstructions = (): boolean => false
export const isCopyOnOtherTopic = (): boolean => false
export const isOnTopicBeyondCopies = (): boolean => true
